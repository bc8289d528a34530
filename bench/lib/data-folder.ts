import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a benchmark with a temporary data folder. */
export async function withDataFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'))
  // The account that runs the database if this process is root must be able to enter the folder.
  await chmod(dataDir, 0o755)
  try {
    return await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Returns a data folder that is kept for later runs, because creating its content takes long.
 * @param name identifies its content, including its version
 */
export async function keptFolder(name: string): Promise<string> {
  const dataDir = join(import.meta.dirname, '../../.cache', name)
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o755)
  return dataDir
}
