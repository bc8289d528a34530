import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asFolderError, StartupError } from '../errors.ts'
import { type Account, canEnter } from './account.ts'

/** Parent folder of the data if the database's account cannot enter DATA_DIR. */
const systemFolder = '/var/lib/atrium'

/** Name of the database's own folder. */
export const dataName = 'postgres'

/**
 * Finds the folder that contains the database's files (`postgres`, `lib-…`), which is normally DATA_DIR. If the
 * account that runs PostgreSQL cannot enter DATA_DIR, it is a new folder under /var/lib/atrium, and DATA_DIR contains
 * a link to it. If DATA_DIR is removed and created again, it never finds the older database.
 * @returns the folder's real path
 * @throws StartupError if DATA_DIR cannot be created or read, or if its database is unreachable
 */
export async function findHome(dataDir: string, account: Account | undefined): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true })
    await readdir(dataDir)
    const real = await realpath(dataDir)
    await allowEntry(real, account)
    const existing = await existingData(real)
    const home = existing ? dirname(existing) : canEnter(account, real) ? real : await makeSystemHome(real)
    if (!canEnter(account, home)) throw unreachable(home)
    return home
  } catch (error) {
    throw asFolderError(error, dataDir)
  }
}

/** Returns whether a data folder contains a database. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  const found = await lstat(join(dataDir, dataName)).catch(() => undefined)
  return found !== undefined
}

async function existingData(dataDir: string): Promise<string | undefined> {
  const data = join(dataDir, dataName)
  if (!(await hasDatabase(dataDir))) return undefined
  try {
    return await realpath(data)
  } catch {
    throw new StartupError(
      `The database that ${data} points to is missing: restore it from a backup, or remove ${dataDir} to start with an empty database.`,
    )
  }
}

/** Allows the account to enter DATA_DIR if nothing else is missing. The files inside have their own protection. */
async function allowEntry(dataDir: string, account: Account | undefined): Promise<void> {
  if (canEnter(account, dataDir) || !canEnter(account, dirname(dataDir))) return
  const { mode } = await stat(dataDir)
  await chmod(dataDir, mode | 0o001)
}

async function makeSystemHome(dataDir: string): Promise<string> {
  await mkdir(systemFolder, { recursive: true })
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const home = await mkdtemp(join(systemFolder, `${name}-`))
  await chmod(home, 0o755)
  await mkdir(join(home, dataName), { mode: 0o700 })
  try {
    await symlink(join(home, dataName), join(dataDir, dataName))
    return home
  } catch (error) {
    await rm(home, { recursive: true })
    // Another process of ours was first.
    const existing = await existingData(dataDir)
    if (!existing) throw error
    return dirname(existing)
  }
}

function unreachable(home: string): StartupError {
  return new StartupError(
    `The account that runs the database for root can no longer reach ${home}: ` +
      `give other users access to that path (chmod o+x on its folders), or set DATA_DIR.`,
  )
}
