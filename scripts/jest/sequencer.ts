import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A test file as Jest sorts it. */
interface TestFile {
  readonly path: string
  /** Duration of an earlier run, in milliseconds; undefined if unknown, as on a clean clone. */
  readonly duration?: number
}

type Sequencer = new () => { sort(tests: TestFile[]): TestFile[] }

// Jest's own sequencer, resolved from Jest's own packages.
const resolve = (from: string, name: string): string => createRequire(from).resolve(name)
const core = resolve(resolve(import.meta.url, 'jest'), '@jest/core')
const { default: JestSequencer }: { default: Sequencer } = createRequire(core)('@jest/test-sequencer')

/** Returns whether a file takes longer than its size suggests, because it tries every call or has its own time limit. */
const isSlow = ({ path }: TestFile): boolean =>
  path.includes('/app/conformance/') || readFileSync(path, 'utf8').includes('jest.setTimeout(')

/**
 * Starts with the slowest files, so that no worker is left with one of them at the end. If Jest does not know their
 * durations, as on a clean clone, files that are known to be slow come first. The rest is sorted by size.
 */
export default class LongestFirst extends JestSequencer {
  override sort(tests: TestFile[]): TestFile[] {
    const sorted = super.sort(tests)
    const isFirst = (test: TestFile) => test.duration === undefined && isSlow(test)
    const { true: first = [], false: others = [] } = Object.groupBy(sorted, (test) => `${isFirst(test)}`)
    return [...first, ...others]
  }
}
