import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CommandFailure } from '../command.ts'
import type { TestRun } from '../test/record.ts'

/** `flaky`: passed in the second try. `failed` includes a file that could not be run. */
export type Outcome = 'passed' | 'failed' | 'flaky' | 'skipped'

export interface TestResult {
  /** Path of the file from the root. */
  readonly file: string
  /** '' for a file that could not be run. */
  readonly title: string
  readonly outcome: Outcome
}

/** Results of the last `pnpm test`. */
export interface Results extends TestRun {
  readonly tests: readonly TestResult[]
  /** Time at which the first of them began, in milliseconds. */
  readonly startedAt: number
}

interface JestReport {
  readonly startTime: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

interface BrowserSuite {
  readonly title: string
  readonly file: string
  readonly specs: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly { readonly status: string }[]
  }[]
  readonly suites?: readonly BrowserSuite[]
}

interface BrowserReport {
  readonly stats: { readonly startTime: string }
  readonly suites: readonly BrowserSuite[]
}

const outcomes: Readonly<Record<string, Outcome>> = {
  passed: 'passed',
  expected: 'passed',
  flaky: 'flaky',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
  disabled: 'skipped',
}

/** Returns the outcome of a status of Jest or Playwright. An unknown one counts as failed. */
const outcomeOf = (status: string): Outcome => outcomes[status] ?? 'failed'

const fromJest = (root: string, { testResults }: JestReport): TestResult[] =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.map((test) => ({
      file,
      title: test.fullName,
      outcome: outcomeOf(test.status),
    }))
    const hasCrashed = status === 'failed' && tests.every(({ outcome }) => outcome !== 'failed')
    return hasCrashed ? [...tests, { file, title: '', outcome: 'failed' as const }] : tests
  })

const fromPlaywright = (suite: BrowserSuite, above: readonly string[] = []): TestResult[] => {
  const groups = suite.title === suite.file ? above : [...above, suite.title]
  return [
    ...suite.specs.flatMap(({ file, title, tests }) =>
      tests.map(({ status }) => ({
        file: `e2e/${file}`,
        title: [...groups, title].join(' '),
        outcome: outcomeOf(status),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => fromPlaywright(inner, groups)),
  ]
}

function readReport<Report>(root: string, file: string): Report {
  const path = join(root, file)
  if (!existsSync(path)) throw new CommandFailure(`${file} is missing. Run pnpm test first.`)
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}

/**
 * Reads the reports that `pnpm test` leaves in `.cache`.
 * @throws CommandFailure if there are none
 */
export function readResults(root: string): Results {
  const jest = readReport<JestReport>(root, '.cache/jest.json')
  const browser = readReport<BrowserReport>(root, '.cache/playwright.json')
  return {
    ...readReport<TestRun>(root, '.cache/test-run.json'),
    tests: [...fromJest(root, jest), ...browser.suites.flatMap((suite) => fromPlaywright(suite))],
    startedAt: Math.min(jest.startTime, Date.parse(browser.stats.startTime)),
  }
}

/** What the tests of a requirement show together. `missing`: there is no result. */
export const verdicts = ['passed', 'failed', 'flaky', 'missing'] as const
export type Verdict = (typeof verdicts)[number]

/** Results of some files. */
export interface Evidence {
  readonly verdict: Verdict
  readonly files: readonly { readonly file: string; readonly passed: number; readonly total: number }[]
}

/** Returns the results of test files. A file without a test that ran has no result. */
export function evidenceOf({ tests }: Pick<Results, 'tests'>, files: readonly string[]): Evidence {
  const ofFiles = files.map((file) => ({ file, tests: tests.filter((test) => test.file === file) }))
  const has = (outcome: Outcome) => ofFiles.some((of) => of.tests.some((test) => test.outcome === outcome))
  const isMissing =
    files.length === 0 || ofFiles.some((of) => of.tests.every(({ outcome }) => outcome === 'skipped'))
  const verdict = has('failed') ? 'failed' : isMissing ? 'missing' : has('flaky') ? 'flaky' : 'passed'
  return {
    verdict,
    files: ofFiles.map((of) => ({
      file: of.file,
      passed: of.tests.filter(({ outcome }) => outcome === 'passed' || outcome === 'flaky').length,
      total: of.tests.length,
    })),
  }
}
