import { readFile } from 'node:fs/promises'
import { run } from './run.ts'

/** Numbers of passed and failed checks of a step. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /** Names of tests that passed in their second try. */
  readonly retried?: readonly string[]
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

/** Runs unit and server tests; the figures are from Jest's report. */
export const unit = async (): Promise<Tally> => {
  const file = '.cache/jest.json'
  const exitCode = await script('unit', ['--json', `--outputFile=${file}`])
  return reported(exitCode, async () => {
    const report = await readJson<{
      numPassedTests: number
      numFailedTests: number
      numRuntimeErrorTestSuites: number
    }>(file)
    return { passed: report.numPassedTests, failed: report.numFailedTests + report.numRuntimeErrorTestSuites }
  })
}

/** Tests in Playwright's report: those of a file or of a `describe`. */
interface BrowserSuite {
  readonly specs: readonly {
    readonly file: string
    readonly title: string
    readonly tests: readonly { readonly status: string }[]
  }[]
  readonly suites?: readonly BrowserSuite[]
}

/** Returns the tests that first failed and then passed. */
const retriedIn = ({ specs, suites = [] }: BrowserSuite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap(retriedIn),
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
    const retried = suites.flatMap(retriedIn)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, retried }
  })
}
