import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/platform/database/embedded.ts'

/** Folder whose files are in memory, on systems that have it. */
const memory = '/dev/shm'

/** Required free space and memory, in bytes: far more than the databases of a run use at one time. */
const plenty = 4 * 2 ** 30

const hasRoomInMemory = async (): Promise<boolean> => {
  const { bavail = 0, bsize = 0 } = await statfs(memory).catch(
    () => ({}) as Partial<Record<'bavail' | 'bsize', number>>,
  )
  return bavail * bsize > plenty && process.availableMemory() > plenty
}

/**
 * Creates the folder for a run's data. It is in memory if possible: a run creates and deletes hundreds of thousands
 * of files, and file systems on disk then take long to find free inodes.
 */
export const makeDataDir = async (): Promise<string> =>
  mkdtemp(join((await hasRoomInMemory()) ? memory : tmpdir(), `atrium-test-${process.pid}-`))

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Stops the servers of earlier runs that were killed, and removes their data. */
export async function sweepDeadRuns(): Promise<void> {
  for (const folder of [tmpdir(), memory])
    for (const name of await readdir(folder).catch(() => [])) {
      // Names of data folders contain the id of the process that created them.
      const pid = /^atrium-test-(\d+)-/.exec(name)?.[1]
      if (!pid || isAlive(Number(pid))) continue
      // Another run may be removing it too: the next run removes the rest.
      await remove(join(folder, name)).catch(() => {})
    }
}

async function remove(dataDir: string): Promise<void> {
  const left = await startEmbedded({ dataDir })
  await left.close()
  await rm(dataDir, { recursive: true, force: true })
}
