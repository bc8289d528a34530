import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Language } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { composeDocument } from './compose.ts'
import type { PackDocument } from './document.ts'
import { htmlOf } from './html.ts'
import { collectPack, type Pack } from './pack.ts'
import { addEntries, faultsOf, requirementsOf, translationsFile } from './requirements.ts'
import { evidenceOf } from './results.ts'
import { workingTree } from './source.ts'
import { itemsOf, tablesOf } from './tables.ts'
import {
  addedMigration,
  browserTest,
  changelog,
  compliance,
  contractWith,
  createRepository,
  lockfile,
  type Repository,
  security,
  serverTest,
} from './test-kit/repository.ts'

// The tests run the command as a process, which draws PDFs.
jest.setTimeout(180_000)

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

let repository: Repository

/** Gives each test of a group its own repository. */
const useRepository = (): void => {
  beforeEach(() => {
    repository = createRepository()
  })
  afterEach(() => repository.remove())
}

const collect = (since?: string): Promise<Pack> =>
  collectPack({
    root: repository.root,
    source: workingTree(repository.root),
    packageFolder: join(repository.root, 'dist/package'),
    since,
  })

const documentOf = (pack: Pack, language: Language = 'en'): PackDocument =>
  composeDocument(pack, language, { data: '', source: workingTree(root) })

/** Returns the cells of a section's rows. */
const rowsOf = (document: PackDocument, id: string): (readonly string[])[] => {
  const section = document.sections.find((found) => found.id === id)
  if (!section) throw new Error(`The document has no section ${id}`)
  return section.rows.map(({ cells }) => cells)
}

describe('the requirements of Atrium', () => {
  it('have a number, a current Chinese text and test files that exist', () => {
    expect(faultsOf(workingTree(root))).toEqual([])
  })

  it('include every row of the pages', () => {
    const requirements = requirementsOf(workingTree(root))
    const withTests = requirements.filter(({ tests }) => tests.length > 0)
    expect(withTests.length).toBeGreaterThan(100)
    expect(requirements.filter(({ zh }) => !/\p{Script=Han}/u.test(zh))).toEqual([])
  })
})

describe('a page in Markdown', () => {
  it('has its tables with their headings, and lists whose items may have several lines', () => {
    const page =
      '## One\n\n| a | b |\n|---|---|\n| 1 | `x` |\n\n- first\n  part\n- second\n\n## Two\n\n- third\n'
    expect(tablesOf(page)).toMatchObject([{ section: 'One', rows: [{ a: '1', b: '`x`' }] }])
    expect(itemsOf(page, 'One')).toEqual(['first part', 'second'])
  })
})

describe('the evidence of a requirement', () => {
  const results = (...outcomes: ('passed' | 'failed' | 'flaky' | 'skipped')[]) => ({
    startedAt: 0,
    tests: outcomes.map((outcome) => ({ file: 'a.test.ts', title: 'it', outcome })),
  })

  it.each([
    ['passed', ['passed', 'passed']],
    ['passed', ['passed', 'skipped']],
    ['failed', ['passed', 'failed', 'flaky']],
    ['flaky', ['passed', 'flaky']],
    ['missing', ['skipped']],
    ['missing', []],
  ] as const)('is %s for tests that are %j', (verdict, outcomes) => {
    expect(evidenceOf(results(...outcomes), ['a.test.ts']).verdict).toBe(verdict)
  })

  it('is missing if one of its files has no result, or if it has no file', () => {
    expect(evidenceOf(results('passed'), ['a.test.ts', 'b.test.ts']).verdict).toBe('missing')
    expect(evidenceOf(results('passed'), []).verdict).toBe('missing')
  })
})

describe('a validation pack', () => {
  useRepository()

  it('traces each requirement to its tests and their results, and each test to its requirements', async () => {
    const document = documentOf(await collect())
    expect(rowsOf(document, 'requirements')).toEqual([
      [
        'C-001',
        'Every thing has a lock.\nWhere to show it: things',
        '21 CFR 11.10(d)',
        `${serverTest} (1/1)\n${browserTest} (1/1)`,
        'Passed',
      ],
      ['S-001', 'Nobody steals a <thing>.', '', `${serverTest} (1/1)`, 'Passed'],
    ])
    expect(rowsOf(document, 'tests')).toContainEqual([serverTest, 'C-001, S-001', '1/1', 'Passed'])
    expect(rowsOf(document, 'risks')).toEqual([
      ['thieves', 'S-001', 'Nobody steals a <thing>.', 'Passed', ''],
    ])
    expect(rowsOf(document, 'limits')).toEqual([['L-001', 'Things get old one day.', '']])
    expect(rowsOf(document, 'deviations')).toEqual([])
    expect(rowsOf(document, 'summary')).toEqual([
      ['Compliance requirements', '1', '1', '0', '0', '0'],
      ['Security requirements', '1', '1', '0', '0', '0'],
      ['Calls of the API', '1', '1', '0', '0', '0'],
      ['Screens', '1', '1', '0', '0', '0'],
      ['Test files', '3', '3', '0', '0', '0'],
    ])
  })

  it('lists calls with their access and screens with the tests that open them, in both languages', async () => {
    const pack = await collect()
    expect(rowsOf(documentOf(pack), 'calls')).toEqual([
      ['Things\nPOST /thing/list', 'Roles with a menu: Tenants', '1/1', 'Passed'],
    ])
    expect(rowsOf(documentOf(pack, 'zh'), 'calls')).toEqual([
      ['POST /thing/list', '拥有菜单：租户管理', '1/1', '通过'],
    ])
    expect(rowsOf(documentOf(pack, 'zh'), 'screens')).toEqual([
      ['租户管理', '/systemManger/tenant', '1/1', '通过'],
    ])
    expect(rowsOf(documentOf(pack, 'zh'), 'requirements')[1]?.[1]).toBe('第 2 条需求')
  })

  it('shows a failed test as failed, with the requirements that it does not prove', async () => {
    repository.report({ server: 'failed', browser: 'expected' })
    const document = documentOf(await collect())
    expect(rowsOf(document, 'requirements').map((cells) => cells.at(-1))).toEqual(['Failed', 'Failed'])
    expect(rowsOf(document, 'deviations')).toEqual([['Failed test', serverTest, `locks ${serverTest}`, '']])
    expect(htmlOf(document)).toContain('<tr class="bad"><td>C-001</td>')
  })

  it('lists tests that needed a second try or were not run', async () => {
    repository.report({ server: 'pending', browser: 'flaky' })
    const kinds = rowsOf(documentOf(await collect()), 'deviations').map(([kind, subject]) => [kind, subject])
    expect(kinds).toEqual([
      ['Not run', serverTest],
      ['Passed in a second try', browserTest],
      ['Without a test result', 'C-001'],
      ['Without a test result', 'S-001'],
    ])
  })

  it('lists a test file that was not run', async () => {
    repository.write({ 'scripts/other.test.ts': '' })
    repository.commit()
    repository.report({ server: 'passed', browser: 'expected' })
    expect(rowsOf(documentOf(await collect()), 'deviations')).toContainEqual([
      'Without a test result',
      'scripts/other.test.ts',
      '',
      '',
    ])
  })

  it('lists files that are not committed, results of another commit and a package from before the commit', async () => {
    repository.write({ 'docs/later.md': '# Later\n' })
    const before = documentOf(await collect())
    expect(rowsOf(before, 'deviations')).toEqual([['File that is not committed', 'docs/later.md', '', '']])
    repository.commit(new Date(Date.now() + 86_400_000))
    const kinds = rowsOf(documentOf(await collect()), 'deviations').map(([kind]) => kind)
    expect(kinds).toEqual(['Another commit was tested', 'The package was built before this commit'])
  })

  it('is one page that loads nothing, with escaped texts and room for signatures', async () => {
    const html = htmlOf(documentOf(await collect(), 'zh'))
    expect(html).not.toMatch(/<(script|link|img|iframe)|url\(|https?:/)
    expect(html).toContain("default-src 'none'")
    expect(htmlOf(documentOf(await collect()))).toContain('Nobody steals a &lt;thing&gt;.')
    expect([...html.matchAll(/<tr class="blank"><td>([^<]+)/g)].map(([, role]) => role)).toEqual([
      '编制',
      '审核',
      '批准',
    ])
  })
})

describe('a pack since an earlier version', () => {
  useRepository()

  /** Commits planted changes and compares with the version before. */
  const since = async (files: Parameters<Repository['write']>[0]) => {
    repository.write(files)
    repository.commit()
    repository.report({ server: 'passed', browser: 'expected' })
    return collect('1.2.2')
  }

  it('finds nothing if nothing changed', async () => {
    const document = documentOf(await collect('v1.2.2'))
    for (const id of ['reviews', 'changelog', 'changes']) expect(rowsOf(document, id)).toEqual([])
  })

  it('finds a requirement with another text', async () => {
    repository.write({ 'docs/compliance.md': compliance('Every thing has two locks.') })
    repository.translate()
    const pack = await since({})
    const document = documentOf(pack)
    expect(rowsOf(document, 'reviews')).toEqual([
      ['Requirement', 'C-001', 'Text changed', '− Every thing has a lock.\n+ Every thing has two locks.', ''],
    ])
    expect(rowsOf(documentOf(pack, 'zh'), 'reviews')).toEqual([
      ['需求', 'C-001', '文字变更', '− 第 1 条需求\n+ 第 1 条需求', ''],
    ])
  })

  it('finds new and removed requirements', async () => {
    repository.write({
      'docs/compliance.md': '# Compliance\n',
      'docs/security.md': security('Nobody steals a <thing>.', 'Nobody breaks a thing.'),
    })
    repository.translate()
    const document = documentOf(await since({}))
    expect(rowsOf(document, 'reviews').map((cells) => cells.slice(0, 3))).toEqual([
      ['Requirement', 'C-001', 'Removed'],
      ['Requirement', 'S-002', 'New'],
    ])
  })

  it('finds changed tests and changed code in their folders', async () => {
    const code = 'apps/server/src/modules/thing/thing.ts'
    const document = documentOf(
      await since({ [code]: 'export const lock = 2\n', [browserTest]: '#/systemManger/tenant' }),
    )
    expect(rowsOf(document, 'reviews')).toEqual([
      ['Requirements', '', 'Tests changed', 'C-001', ''],
      ['Requirements', '', 'Code changed', 'C-001, S-001', ''],
    ])
  })

  it('finds other fields and other access of a call, and names its screen', async () => {
    const access = "{ kind: 'menus', menus: ['tenant', 'user'] }"
    const pack = await since({ 'packages/contract/src/areas.ts': contractWith('name', access) })
    const document = documentOf(pack)
    expect(rowsOf(document, 'reviews')).toEqual([
      ['Screen', 'Users', 'Access changed', '+ Things (POST /thing/list)', ''],
      [
        'Call',
        'Things\nPOST /thing/list',
        'Fields changed',
        '− request keyWord: string\n+ request name: string',
        '',
      ],
    ])
    expect(rowsOf(document, 'changes')).toEqual([
      [
        'Call',
        'POST /thing/list',
        'Changed',
        '− request keyWord: string\n+ menu user\n+ request name: string',
      ],
    ])
  })

  it('finds migrations, packages and entries of the changelog', async () => {
    const pack = await since({
      ...addedMigration,
      'pnpm-lock.yaml': lockfile('4.1.0'),
      'CHANGELOG.md': changelog('An old entry.', 'Look at the locks.'),
    })
    const document = documentOf(pack)
    expect(rowsOf(document, 'reviews')).toEqual([
      ['Migration', '0002-no-things', 'Removes what the earlier version used', '', ''],
    ])
    expect(rowsOf(document, 'changelog')).toEqual([['[Unreleased]', 'Upgrading', 'Look at the locks.']])
    expect(rowsOf(document, 'changes').map((cells) => cells.slice(0, 3))).toEqual([
      ['Migration', '0002-no-things', 'Added'],
      ['Package', 'zod', 'Changed'],
    ])
  })
})

describe('pnpm validation', () => {
  useRepository()
  const file = join(import.meta.dirname, 'validation.ts')

  it('runs as docs/operators/validation.md describes it, and its list of files verifies the package', async () => {
    const page = readFileSync(join(root, 'docs/operators/validation.md'), 'utf8')
    const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
    const [plainly, compared, verified, ...others] = blocks.map((block) => block.trim())
    expect(others).toEqual([])
    expect(compared).toBe(`${plainly} --since "$VERSION"`)
    const pack = join(repository.root, 'dist/validation')
    const env = {
      ...process.env,
      VERSION: '1.2.2',
      ATRIUM: join(repository.root, 'dist/package'),
      PACK: pack,
    }
    for (const block of [compared, verified]) {
      const script = `${block}`.replace('npx -y pnpm@12 validation', `'${process.execPath}' '${file}'`)
      await run('sh', ['-euc', script], { cwd: repository.root, env })
    }
    const squeezed = (text: string) => text.replaceAll(/\s/g, '')
    for (const [language, words] of [
      ['zh', ['验证包', '建议重新评估的内容', '需求追溯矩阵', '第 1 条需求', '签署页']],
      ['en', ['Validation pack', 'What to look at again', 'Traceability matrix', 'Every thing has a lock.']],
    ] as const) {
      const path = join(pack, `validation-${language}`)
      const { stdout } = await run('pdftotext', ['-layout', `${path}.pdf`, '-'])
      // Its line in the contents ends with the number of its page.
      expect(stdout).toMatch(new RegExp(`${words[2]} +\\d+\\n`))
      for (const text of [readFileSync(`${path}.html`, 'utf8'), stdout])
        for (const word of words) expect(squeezed(text)).toContain(squeezed(word))
    }
    const data = JSON.parse(readFileSync(join(pack, 'validation.json'), 'utf8'))
    expect(data.requirements['C-001'].verdict).toBe('passed')
  })

  it('fails if a requirement names a test file that was removed', async () => {
    repository.write({ [browserTest]: undefined })
    await expect(run(process.execPath, [file], { cwd: repository.root })).rejects.toMatchObject({
      code: 1,
      stderr: `C-001 names ${browserTest}, which does not exist.\n`,
    })
  })

  it('fails if a requirement changed and its Chinese text did not', () => {
    repository.write({ 'docs/compliance.md': compliance('Every thing has two locks.') })
    expect(faultsOf(workingTree(repository.root))).toEqual([
      expect.stringMatching(/has no entry of [\da-f]{12}: Every thing has two locks/),
      expect.stringContaining('no row has the text of C-001'),
    ])
  })

  it('adds the next number of a new row, without Chinese text and never one that was used', () => {
    const page = compliance('Every thing has a lock.', 'Every lock has a key.')
    repository.write({ 'docs/compliance.md': page, 'docs/security.md': security('Nobody breaks a thing.') })
    const entries = readFileSync(join(repository.root, translationsFile), 'utf8')
    const { of } = JSON.parse(entries).find(({ id }: { id: string }) => id === 'S-001')
    repository.write({ [translationsFile]: entries.replace(of, 'removed') })
    const { file: added, added: sentences } = addEntries(workingTree(repository.root))
    expect(sentences).toEqual([
      'C-002 | Every lock has a key. | things',
      'S-002 | Nobody breaks a thing. | thieves',
    ])
    repository.write({ [translationsFile]: added })
    expect(faultsOf(workingTree(repository.root))).toEqual([
      `${translationsFile}: C-002 has no Chinese text.`,
      `${translationsFile}: S-002 has no Chinese text.`,
    ])
  })

  it.each([
    ['.cache/jest.json', 'Run pnpm test first.'],
    ['dist/package/bin/atrium', 'Run pnpm package first'],
  ])('prints what to do without %s', async (missing, message) => {
    repository.write({ [missing]: undefined })
    await expect(collect()).rejects.toThrow(message)
  })

  it('rejects a version that git does not have', async () => {
    await expect(collect('0.0.1')).rejects.toThrow('git has no version 0.0.1')
  })
})
