import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/database/embedded.ts'

/** Data folders of test runs bear the process that made them. */
export const dataDirPrefix = 'atrium-test-'

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
  for (const name of await readdir(tmpdir())) {
    const pid = /^atrium-test-(\d+)-/.exec(name)?.[1]
    if (!pid || isAlive(Number(pid))) continue
    const dataDir = join(tmpdir(), name)
    // Another run may be sweeping it too: whatever is left, the next run sweeps.
    await remove(dataDir).catch(() => {})
  }
}

async function remove(dataDir: string): Promise<void> {
  const left = await startEmbedded({ dataDir })
  await left.close()
  await rm(dataDir, { recursive: true, force: true })
}
