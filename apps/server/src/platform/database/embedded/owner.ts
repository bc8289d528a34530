import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../errors.ts'
import { type Account, isRootsAccount, nameOf } from './account.ts'
import { dataName, hasDatabase } from './home.ts'

const accountOf = async (path: string): Promise<Account | undefined> =>
  await stat(path).catch(() => undefined)

/**
 * Returns the user that the server of a data folder runs as: the owner of its database, or of the folder if there is
 * no database. If root runs PostgreSQL under a separate account, that user is root.
 */
async function serverUser(dataDir: string): Promise<Account | undefined> {
  const folder = await accountOf(dataDir)
  const database = await accountOf(join(dataDir, dataName))
  const isRoots = database && database.uid !== folder?.uid && isRootsAccount(database.uid)
  return isRoots ? { uid: 0, gid: 0 } : (database ?? folder)
}

/** Returns the groups of a user, or only the user's own group if the system has no name for the user. */
function groupsOf({ uid, gid }: Account): number[] {
  const { status, stdout } = spawnSync('id', ['-G', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim().split(' ').map(Number) : [gid]
}

const labelOf = ({ uid }: Account): string => nameOf(uid) ?? `user number ${uid}`

/**
 * Makes a root process act as the user that the server of a data folder runs as, because that server could not use
 * files created by root.
 * @returns the user's name, or undefined if the process keeps its user
 */
export async function actAsServerUser(dataDir: string): Promise<string | undefined> {
  const user = process.getuid?.() === 0 ? await serverUser(dataDir) : undefined
  if (!user || user.uid === 0) return undefined
  process.setgroups?.(groupsOf(user))
  process.setgid?.(user.gid)
  process.setuid?.(user.uid)
  return labelOf(user)
}

/**
 * Rejects a database whose server another user runs, before anything in it changes.
 * @throws StartupError that names the user
 */
export async function rejectOthersDatabase(dataDir: string): Promise<void> {
  const user = (await hasDatabase(dataDir)) ? await serverUser(dataDir) : undefined
  if (!user || user.uid === process.getuid?.()) return
  throw new StartupError(
    `The database in ${dataDir} belongs to ${labelOf(user)}: start Atrium as that user, or set DATA_DIR.`,
  )
}
