import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often it is looked whether the other one has ended. Milliseconds. */
const pause = 100

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 5

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

/**
 * Does a task while no other process does one under the same lock. The lock is SQLite's on a file of its own, since
 * the system takes it back whichever way a process ends: one that was killed leaves nothing to clean up.
 * @param file the lock
 * @param onWait told once, where another process has to be waited for
 */
export async function withFileLock<T>(file: string, task: () => Promise<T>, onWait: () => void): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file)
  try {
    for (let tries = 0; !take(lock); tries += 1) {
      if (tries === 0) onWait()
      await sleep(pause)
    }
    return await task()
  } finally {
    lock.close()
  }
}
