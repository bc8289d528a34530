import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/platform/database/embedded.ts'

/** Files that are in memory, where a system has such a folder. */
const memory = '/dev/shm'

/** Bytes: many times what the databases that are there at once take. */
const plenty = 4 * 2 ** 30

const isPlenty = async (): Promise<boolean> => {
  const { bavail = 0, bsize = 0 } = await statfs(memory).catch(
    () => ({}) as Partial<Record<'bavail' | 'bsize', number>>,
  )
  return bavail * bsize > plenty && process.availableMemory() > plenty
}

/**
 * Makes the folder of a run's data. A run makes and deletes hundreds of thousands of files, for which a file
 * system on a disk looks long for numbers that were not used lately.
 */
export const makeDataDir = async (): Promise<string> =>
  mkdtemp(join((await isPlenty()) ? memory : tmpdir(), `atrium-test-${process.pid}-`))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Stops and removes what earlier runs left behind because they were killed. */
export async function sweepDeadRuns(): Promise<void> {
  for (const folder of [tmpdir(), memory])
    for (const name of await readdir(folder).catch(() => [])) {
      // Data folders of test runs bear the process that made them.
      const pid = /^atrium-test-(\d+)-/.exec(name)?.[1]
      if (!pid || isAlive(Number(pid))) continue
      // Another run may be sweeping it too: whatever is left, the next run sweeps.
      await remove(join(folder, name)).catch(() => {})
    }
}

async function remove(dataDir: string): Promise<void> {
  const left = await startEmbedded({ dataDir })
  await left.close()
  await rm(dataDir, { recursive: true, force: true })
}
