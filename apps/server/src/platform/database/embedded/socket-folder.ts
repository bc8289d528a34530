import { createHash } from 'node:crypto'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '../errors.ts'
import type { Account } from './account.ts'

/** Maximum length of a socket's path, in bytes. */
const maxPathLength = 107

const socketName = '.s.PGSQL.5432'

/**
 * Returns the folder of the server's socket, which is the same for every process that uses the data folder. It lies
 * beside the data folder, so that a service with its own /tmp and its operator both see it. If that path is too long,
 * it is in /tmp.
 * @param data the data folder's real path
 */
export function socketFolderOf(data: string): string {
  const beside = join(dirname(data), 'socket')
  if (Buffer.byteLength(join(beside, socketName)) <= maxPathLength) return beside
  return `/tmp/atrium-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`
}

/**
 * Creates the folder of the socket, inaccessible to other users.
 * @throws StartupError if another user has put something there
 */
export async function prepareSocketFolder(folder: string, account: Account | undefined): Promise<void> {
  const owner = account?.uid ?? process.getuid?.()
  await mkdir(folder, { mode: 0o700 }).catch(() => {})
  const found = await lstat(folder)
  const ours = found.isDirectory() && (found.uid === owner || found.uid === process.getuid?.())
  if (!ours || (found.mode & 0o077) !== 0) {
    throw new StartupError(`The database's socket folder ${folder} belongs to another user: remove it.`)
  }
  if (account && found.uid !== account.uid) await chown(folder, account.uid, account.gid)
}
