import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Pause between two attempts to acquire the lock, in milliseconds. */
const pause = 100

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 5

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

/**
 * Runs a task while holding a lock shared between processes. The lock is SQLite's, which the operating system
 * releases however a process ends.
 * @param file the lock file
 * @param onWait called once if another process holds the lock
 */
export async function withFileLock<T>(file: string, task: () => Promise<T>, onWait: () => void): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file)
  try {
    for (let tries = 0; !tryLock(lock); tries += 1) {
      if (tries === 0) onWait()
      await sleep(pause)
    }
    return await task()
  } finally {
    lock.close()
  }
}
