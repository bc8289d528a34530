import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
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

  it('has as many pictures and links in both', () => {
    expect(picturesIn(english)).toHaveLength(picturesIn(chinese).length)
    expect(linksIn(english)).toHaveLength(linksIn(chinese).length)
  })
})

describe.each(files)('%s', (file) => {
  it('names each section once, by an id of its own', () => {
    const sections = sectionsOf(file)
    expect(new Set(sections).size).toBe(sections.length)
    expect(sections.filter((id) => id.startsWith('section-'))).toEqual([])
  })

  it('links to what there is', () => {
    const broken = linksIn(file).filter((address) => {
      const [target, section] = address.split('#')
      const there = target ? join(dirname(file), target) : file
      return !existsSync(there) || (section !== undefined && !sectionsOf(there).includes(section))
    })
    expect(broken).toEqual([])
  })

  it('shows pictures that there are', () => {
    expect(picturesIn(file).filter((address) => !existsSync(join(dirname(file), address)))).toEqual([])
  })
})

it('no picture lies about unused', () => {
  const used = new Set(
    files.flatMap((file) => picturesIn(file).map((address) => join(dirname(file), address))),
  )
  const there = readdirSync(join(folder, 'images'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.png'))
    .map((name) => join(folder, 'images', name))
  expect(there.filter((file) => !used.has(file))).toEqual([])
})
