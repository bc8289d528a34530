import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Distinguishes this process from an earlier one with the same id, since process ids repeat when a container restarts. */
const thisRun = randomUUID().slice(0, 8)

const scratch = /\.new-(\d+)-([0-9a-f]{8})-[0-9a-f]{8}$/

/**
 * Returns a temporary name for something that is renamed to `target` once complete. Leftovers are swept when this
 * process is gone.
 */
export const scratchName = (target: string): string =>
  `${target}.new-${process.pid}-${thisRun}-${randomUUID().slice(0, 8)}`

function isAtWork(pid: number, run: string): boolean {
  if (pid === process.pid) return run === thisRun
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Removes the unfinished files of killed processes from a folder.
 * @param before called with the target of each unfinished file; if it returns false, the file stays
 */
export async function sweepScratch(
  folder: string,
  before: (target: string) => Promise<boolean> = async () => true,
): Promise<void> {
  for (const name of await readdir(folder)) {
    const [suffix = '', pid, run = ''] = scratch.exec(name) ?? []
    if (!pid || isAtWork(Number(pid), run)) continue
    if (!(await before(join(folder, name.slice(0, -suffix.length))))) continue
    // The initdb of a killed process may live a moment longer and keep writing.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
