import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { writeResults } from './results.ts'

const root = join(import.meta.dirname, '../..')

describe('writeResults', () => {
  it('replaces earlier results of any length', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'results-'))
    try {
      const file = join(folder, 'results.md')
      await writeResults(file, 'former\n'.repeat(100))
      await writeResults(file, 'present\n\n')
      expect(await readFile(file, 'utf8')).toBe('# Results\n\npresent\n')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

/** Returns the cells of a Markdown table row, or undefined for any other line. */
const cellsOf = (line: string): string[] | undefined =>
  line.startsWith('| ')
    ? line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
    : undefined

/** Returns the checks of a results file: columns two to four of its first table. */
const checksOf = (text: string): { measured: string; limit: string; verdict: string }[] =>
  text.split('\n').flatMap((line) => {
    const [, measured = '', limit = '', verdict = ''] = cellsOf(line) ?? []
    return /^(pass|\*\*FAIL\*\*)$/.test(verdict) ? [{ measured, limit, verdict }] : []
  })

describe('docs/performance.md', () => {
  const page = readFile(join(root, 'docs/performance.md'), 'utf8')
  /** Rows of the page's table of figures; each ends with a link to the quoted results. */
  const rows = page.then((text) =>
    text.split('\n').flatMap((line) => {
      const [, measured = '', limit = '', verdict = '', link = ''] = cellsOf(line) ?? []
      const file = /\]\(\.\.\/(bench\/\S+\.md)\)$/.exec(link)?.[1]
      return file === undefined ? [] : [{ measured, limit, verdict, file }]
    }),
  )
  const files = async () =>
    (await Array.fromAsync(glob(join(root, 'bench/*/results*.md'))))
      .map((file) => relative(root, file))
      .sort()

  it('quotes only figures, limits and verdicts of the latest results', async () => {
    expect((await rows).length).toBeGreaterThan(0)
    for (const { file, ...quoted } of await rows)
      expect(checksOf(await readFile(join(root, file), 'utf8'))).toContainEqual(quoted)
  })

  it('quotes every results file', async () => {
    expect([...new Set((await rows).map(({ file }) => file))].sort()).toEqual(await files())
  })

  it('quotes every missed limit', async () => {
    for (const file of await files()) {
      const missed = checksOf(await readFile(join(root, file), 'utf8')).filter(
        ({ verdict }) => verdict !== 'pass',
      )
      for (const check of missed) expect(await rows).toContainEqual({ ...check, file })
    }
  })

  it('names the machine of every results file', async () => {
    for (const file of await files()) {
      const processor = /^Machine: \d+ × ([^·]+) · /m.exec(await readFile(join(root, file), 'utf8'))?.[1]
      expect(processor).toBeDefined()
      expect(await page).toContain(processor)
    }
  })
})
