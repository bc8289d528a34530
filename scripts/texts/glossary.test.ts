import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { outcomes } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'

const read = (file: string) => readFileSync(file, 'utf8')

/** Returns the cells of the table with this heading in the glossary. */
const tableOf = (heading: string): string[][] => {
  const lines = read('docs/glossary.md').split('\n')
  const rows = lines.slice(lines.findIndex((line) => line.startsWith(`| ${heading} |`)) + 2)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  return rows.slice(0, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Texts, manuals and code. Landed migrations keep their words. */
const checked =
  /^(apps|packages)\/.*\/(zh|en)\.json$|^docs\/manuals\/(zh|en)\/.*\.md$|(?<!\.(test|spec))\.tsx?$/

describe('the glossary', () => {
  it.each([
    ['en', 1],
    ['zh', 2],
  ] as const)('has the same words for each outcome as the texts in %s', (language, column) => {
    const { outcome } = JSON.parse(read(`packages/contract/src/texts/${language}.json`))
    const words = tableOf('`outcome`').map((row) => [row[0]?.replaceAll('`', ''), row[column]])
    expect(Object.fromEntries(words)).toEqual(outcome)
    expect(Object.keys(outcome).toSorted()).toEqual([...outcomes].toSorted())
  })

  it('retires only phrases that no text, no manual and no code uses', () => {
    const retired = tableOf('retired').map(([phrase = '']) => phrase)
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => checked.test(file) && !file.includes('/migrations/'))
    expect(retired.length).toBeGreaterThan(10)
    expect(files.length).toBeGreaterThan(50)
    const found = files.flatMap((file) => {
      const text = read(file)
      return retired.filter((phrase) => text.includes(phrase)).map((phrase) => `${file}: ${phrase}`)
    })
    expect(found).toEqual([])
  })
})
