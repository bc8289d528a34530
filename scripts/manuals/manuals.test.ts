import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { deliveredMenus } from '../../apps/server/src/modules/access/delivered-menus.ts'
import { tenantAdministrator, tenantMember } from '../../apps/server/src/modules/access/delivered-roles.ts'
import { headingsOf } from '../../apps/shell/src/help/manual/headings.ts'
import { manuals } from '../../apps/shell/src/help/manuals.ts'

const folder = 'docs/manuals'
const files = ['zh', 'en'].flatMap((language) =>
  manuals.map(({ name }) => join(folder, language, `${name}.md`)),
)
const read = (file: string): string => readFileSync(file, 'utf8')
const sectionsOf = (file: string): string[] => headingsOf(read(file)).map(({ id }) => id)
const addressesIn = (file: string, link: RegExp): string[] =>
  [...read(file).matchAll(link)].map(([, address]) => String(address))

const linksIn = (file: string) => addressesIn(file, /(?<!!)\[[^\]]+\]\(([^)]+)\)/g)
const picturesIn = (file: string) => addressesIn(file, /!\[[^\]]+\]\(([^)]+)\)/g)

describe.each(manuals)('the manual $name', ({ name }) => {
  const [chinese, english] = ['zh', 'en'].map((language) => join(folder, language, `${name}.md`)) as [
    string,
    string,
  ]

  it('has the same sections in both languages', () => {
    const shape = (file: string) => headingsOf(read(file)).map(({ id, depth }) => ({ id, depth }))
    expect(shape(english)).toEqual(shape(chinese))
    expect(shape(chinese).length).toBeGreaterThan(3)
  })

  it('has the same number of pictures and links in both', () => {
    expect(picturesIn(english)).toHaveLength(picturesIn(chinese).length)
    expect(linksIn(english)).toHaveLength(linksIn(chinese).length)
  })
})

describe.each(files)('%s', (file) => {
  it('has a unique id for each section', () => {
    const sections = sectionsOf(file)
    expect(new Set(sections).size).toBe(sections.length)
    expect(sections.filter((id) => id.startsWith('section-'))).toEqual([])
  })

  it('has no broken links', () => {
    const broken = linksIn(file).filter((address) => {
      const [target, section] = address.split('#')
      const there = target ? join(dirname(file), target) : file
      return !existsSync(there) || (section !== undefined && !sectionsOf(there).includes(section))
    })
    expect(broken).toEqual([])
  })

  it('shows only existing pictures', () => {
    expect(picturesIn(file).filter((address) => !existsSync(join(dirname(file), address)))).toEqual([])
  })
})

it('uses every picture', () => {
  const used = new Set(
    files.flatMap((file) => picturesIn(file).map((address) => join(dirname(file), address))),
  )
  const there = readdirSync(join(folder, 'images'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.png'))
    .map((name) => join(folder, 'images', name))
  expect(there.filter((file) => !used.has(file))).toEqual([])
})

/** Quoted texts that are on no screen of the suite: symbols, examples, and texts of the browser and the data. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  zh: ['#', '…', '..', '?', '已用 / 上限', '名称: 值', '后退', '打印'],
  en: ['#', '…', '..', '?', 'used / most', 'name: value', 'User Centre'],
}

const stringsIn = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts ?? {}).flatMap(stringsIn)

/** Returns all texts of the screens in a language, and the names of the menus and of the delivered tenant roles. */
const textsOf = (language: string): string[] => [
  ...globSync(`{apps,packages}/*/src/**/texts/**/${language}.json`).flatMap((file) =>
    stringsIn(JSON.parse(read(file))),
  ),
  ...[...deliveredMenus, tenantAdministrator, tenantMember].map(({ name, nameEn }) =>
    language === 'zh' ? name : nameEn,
  ),
]

const blank = /\{\{[^{}]*\}\}/g

/**
 * Returns patterns for the ways to quote a text: without its final full stop, and without a number or name that the
 * screen adds.
 */
function quotedAs(text: string): RegExp[] {
  const whole = text.trim().replace(/[。.]$/, '')
  const head = whole.replace(/(?:\s*[（(]|[：:]\s*)\{\{[^{}]*\}\}[）)]?$/, '')
  return [whole, head]
    .filter((form) => /[\p{L}\d]/u.test(form.replace(blank, '')))
    .map((form) => new RegExp(`^${form.split(blank).map(RegExp.escape).join('.+')}$`))
}

describe.each(['zh', 'en'])('the manuals in %s', (language) => {
  const forms = textsOf(language).flatMap(quotedAs)

  it.each(manuals)('uses exact texts of the screens in quotes: $name', ({ name }) => {
    const quotes = [...read(join(folder, language, `${name}.md`)).matchAll(/“([^”]+)”/g)].map(([, quote]) =>
      String(quote),
    )
    const unknown = quotes.filter(
      (quote) => !elsewhere[language]?.includes(quote) && !forms.some((form) => form.test(quote)),
    )
    expect(unknown).toEqual([])
  })
})
