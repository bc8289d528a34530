import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { entriesOf, placeholdersOf, type Texts, withoutPlural } from './keys.ts'
import { literalTexts } from './literals.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n')
const readTexts = (file: string): Texts => JSON.parse(readFileSync(file, 'utf8')) as Texts

const chineseFiles = files.filter((file) => /(^|\/)zh\.json$/.test(file))

describe.each(chineseFiles)('%s', (chineseFile) => {
  const chinese = entriesOf(readTexts(chineseFile))
  const english = entriesOf(readTexts(chineseFile.replace(/zh\.json$/, 'en.json')))

  it('has the same keys as its English counterpart', () => {
    const keys = (entries: typeof chinese) => [...new Set(entries.map(([key]) => withoutPlural(key)))].sort()
    expect(keys(english)).toEqual(keys(chinese))
  })

  it('has no empty text, and the same placeholders in both languages', () => {
    const placeholders = new Map(chinese.map(([key, text]) => [withoutPlural(key), placeholdersOf(text)]))
    for (const [key, text] of english) {
      expect({ key, placeholders: placeholdersOf(text) }).toEqual({
        key,
        placeholders: placeholders.get(withoutPlural(key)),
      })
    }
    expect([...chinese, ...english].filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

/** Placeholders for names from users' data, which are Chinese in most texts. */
const givenNames = ['software', 'softName', 'tenant', 'tenantName', 'study', 'region']

describe('Chinese texts', () => {
  const texts = chineseFiles.flatMap((file) => entriesOf(readTexts(file)))
  const besideSpace = new RegExp(
    `[\\u3400-\\u9fff“”，：] \\{\\{(${givenNames.join('|')})\\}\\}|\\{\\{(${givenNames.join('|')})\\}\\} [\\u3400-\\u9fff“”]`,
  )

  it('have no space between a name and the words around it', () => {
    expect(texts.length).toBeGreaterThan(1000)
    expect(texts.filter(([, text]) => besideSpace.test(text))).toEqual([])
  })
})

describe('components', () => {
  const components = files.filter(
    (file) =>
      /^(apps|packages)\/.*\.tsx$/.test(file) && !/\.test\.tsx$|\/fixtures\/|\/test-support\//.test(file),
  )

  it('include files to check', () => expect(components.length).toBeGreaterThan(10))

  it.each(components)('%s contains no literal text', (file) => {
    expect(literalTexts(file, readFileSync(file, 'utf8'))).toEqual([])
  })
})

describe('screens', () => {
  const read = (file: string) => readFileSync(file, 'utf8')
  /** Names under which the contract exports the texts of areas, by area. */
  const exported = new Map(
    files
      .filter((file) => /^packages\/contract\/src\/[\w-]+\/index\.ts$/.test(file))
      .flatMap((file) => {
        const [, name = '', area = ''] =
          /export const (\w+Texts): TextsOfArea = \{\s*area: '(\w+)'/.exec(read(file)) ?? []
        return name === '' ? [] : [[area, name] as const]
      }),
  )
  const sources = files.filter((file) => /^apps\/[\w-]+\/src\/.*(?<!\.test)\.tsx?$/.test(file))
  const screens = Map.groupBy(sources, (file) => file.split('/').slice(0, 4).join('/'))
  const isLoading = /\/texts\/(index|areas)\.ts$/

  it.each([...screens.keys()].filter((screen) => !/\.tsx?$/.test(screen)))(
    '%s loads the texts of the areas that it names',
    (screen) => {
      const own = screens.get(screen) ?? []
      const remote = screen.split('/').slice(0, 3).join('/')
      const loading = sources.filter((file) => isLoading.test(file) && file.startsWith(`${remote}/texts/`))
      const loaded = [...own.filter((file) => isLoading.test(file)), ...loading].map(read).join('')
      const named = own.flatMap((file) => [...read(file).matchAll(/\bword\(\[?[`'](\w+)\./g)])
      const missing = named.flatMap(([, area = '']) => {
        const name = exported.get(area)
        return name === undefined || loaded.includes(name) ? [] : [area]
      })
      expect(exported.size).toBeGreaterThan(40)
      expect(missing).toEqual([])
    },
  )
})

describe('the messages of schemas', () => {
  const sources = files.filter((file) => /^packages\/contract\/src\/.*(?<!\.test)\.ts$/.test(file))

  it('are typed keys', () => {
    const untyped = sources.filter((file) =>
      /(?<!textKey\()'(\w+\.)?rule\.\w+'/.test(readFileSync(file, 'utf8')),
    )
    expect(sources.length).toBeGreaterThan(10)
    expect(untyped).toEqual([])
  })
})

describe('the search for literal texts', () => {
  it('finds literal texts between tags, in spoken attributes and in Chinese', () => {
    const source = `export const A = () => <p title="Hello" className="plain">Good day{'租户'}{t('key')}</p>`
    expect(literalTexts('a.tsx', source)).toEqual(['1: Hello', '1: Good day', '1: 租户'])
  })
})
