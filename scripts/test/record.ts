import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { arch, release, type } from 'node:os'

/** Commit and machine of a run of all tests, for the validation pack. */
export interface TestRun {
  /** '' outside a repository of git. */
  readonly commit: string
  readonly system: string
}

function currentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}

/** Writes the tested commit and the machine to a file, for the validation pack. */
export function recordRun(): void {
  const run: TestRun = {
    commit: currentCommit().trim(),
    system: `${type()} ${release()} ${arch()}, Node.js ${process.versions.node}`,
  }
  writeFileSync('.cache/test-run.json', JSON.stringify(run))
}
