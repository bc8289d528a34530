import { createRequire } from 'node:module'

/** A test file, as Jest puts them in order. */
interface TestFile {
  readonly path: string
  /** How long it took before, in milliseconds; undefined if that is not known, as on a clean clone. */
  readonly duration?: number
}

type Sequencer = new () => { sort(tests: TestFile[]): TestFile[] }

// Jest's own order, which is found where Jest finds it.
const resolve = (from: string, name: string): string => createRequire(from).resolve(name)
const core = resolve(resolve(import.meta.url, 'jest'), '@jest/core')
const { default: JestSequencer }: { default: Sequencer } = createRequire(core)('@jest/test-sequencer')

/** Whether a file takes longer than its size suggests, because it tries every call. */
const triesEveryCall = ({ path }: TestFile): boolean => path.includes('/http/generated/')

/**
 * Starts with the files that take longest, so that no worker is left with one of them at the end. If Jest does not know
 * their times, it goes by size, except for the small files that try every call.
 */
export default class LongestFirst extends JestSequencer {
  override sort(tests: TestFile[]): TestFile[] {
    const sorted = super.sort(tests)
    const isFirst = (test: TestFile) => test.duration === undefined && triesEveryCall(test)
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))]
  }
}
