import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { run } from './run.ts'

/** Numbers of passed and failed checks of a step. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /** Tests that failed, each with the beginning of its error. */
  readonly failures?: readonly string[]
  /** Tests that passed in their second try, each with the beginning of the first try's error. */
  readonly retried?: readonly string[]
}

/** Number of lines of an error that are shown again at the end of the run. */
const shownLines = 12

/** Returns a test's name and the beginning of its error, indented. */
const withError = (file: string, title: string, error = ''): string => {
  const lines = stripVTControlCharacters(error).split('\n').slice(0, shownLines)
  return [`${file}: ${title}`, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd()
}

/** Runs a script of package.json with this Node. */
const script = (name: string, args: readonly string[] = []): Promise<number> =>
  run(process.execPath, ['--run', name, '--', ...args])

/** Runs a script as one check, which passes if the script exits with 0. */
const single = async (name: string): Promise<Tally> =>
  (await script(name)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/**
 * Returns the figures of a step from its runner's report. A runner that failed without a failed test counts as one
 * failure.
 */
const reported = async (exitCode: number, figures: () => Promise<Tally>): Promise<Tally> => {
  const tally = await figures().catch(() => ({ passed: 0, failed: 1 }))
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T

export const dependencies = () => single('dependencies')
export const types = () => single('types')
export const lint = () => single('lint')
export const build = () => single('build')

/** Test file in Jest's report; `message` says why it failed as a whole. */
interface JestFile {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }[]
}

/** Returns the tests of a file that failed, or the file if it failed before its tests. */
const failuresIn = ({ name, status, message, assertionResults }: JestFile): string[] => {
  const file = relative('.', name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [withError(file, 'the whole file', message)]
  return failed.map(({ fullName, failureMessages }) => withError(file, fullName, failureMessages[0]))
}

/** Runs unit and server tests; the figures are from Jest's report. */
export const unit = async (): Promise<Tally> => {
  const file = '.cache/jest.json'
  const exitCode = await script('unit', ['--json', `--outputFile=${file}`])
  return reported(exitCode, async () => {
    const report = await readJson<{
      numPassedTests: number
      numFailedTests: number
      numRuntimeErrorTestSuites: number
      testResults: readonly JestFile[]
    }>(file)
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      failures: report.testResults.flatMap(failuresIn),
    }
  })
}

/** Tests in Playwright's report: those of a file or of a `describe`. */
interface BrowserSuite {
  readonly specs: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly error?: { readonly message?: string } }[]
    }[]
  }[]
  readonly suites?: readonly BrowserSuite[]
}

/** Returns the tests that ended with this status, each with the error of its first try. */
const endedAs = (status: 'flaky' | 'unexpected', { specs, suites = [] }: BrowserSuite): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ results }) => withError(file, title, results[0]?.error?.message)),
  ),
  ...suites.flatMap((suite) => endedAs(status, suite)),
]

/** Runs browser tests. A test that passes in its second try counts as passed, and is listed. */
export const browser = async (): Promise<Tally> => {
  const file = '.cache/playwright.json'
  const exitCode = await script('e2e')
  return reported(exitCode, async () => {
    const { stats, suites } = await readJson<{
      stats: { expected: number; unexpected: number; flaky: number }
      suites: readonly BrowserSuite[]
    }>(file)
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: suites.flatMap((suite) => endedAs('unexpected', suite)),
      retried: suites.flatMap((suite) => endedAs('flaky', suite)),
    }
  })
}
