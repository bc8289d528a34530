import { execFileSync, spawnSync } from 'node:child_process'
import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../errors.ts'

/** A system account, by its numeric ids. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** User ids that distributions leave unassigned. They are below 65536, because a container may have no higher ids. */
const candidates = Array.from({ length: 32 }, (_, index) => 58_432 + index)

/** Returns the name of a user id, or undefined if the system has none. */
export function nameOf(uid: number): string | undefined {
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * Returns the account that PostgreSQL runs under; undefined means the current one. PostgreSQL does not run as root,
 * so root runs it under an id that no user has: a user with the same id could read and change its files.
 */
export function databaseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const uid = candidates.find((candidate) => nameOf(candidate) === undefined)
  return uid === undefined ? nobody() : { uid, gid: uid }
}

/** Returns the account nobody. initdb runs under it, because initdb requires an account with a name. */
export function nobody(): Account {
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/**
 * Returns whether root runs PostgreSQL under this account, or did so earlier: as nobody, or under an id that a user
 * has been given since.
 */
export const isRootsAccount = (uid: number): boolean => candidates.includes(uid) || uid === nobody().uid

/**
 * Returns whether an account can enter a folder or run a file. The system checks, because it considers every mode and
 * ACL.
 */
export function canEnter(account: Account | undefined, path: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
  )
}

async function chownEntry(path: string, account: Account): Promise<void> {
  const found = await lstat(path)
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await chownTree(join(path, name), account)
  } else if (found.isFile() && found.nlink > 1) {
    throw new Error(`${path} has several hard links and may belong to another user`)
  }
  await lchown(path, account.uid, account.gid)
}

/**
 * Changes the owner of a folder and everything in it. The folder itself comes last, so that its owner shows that the
 * change is complete. Links are not followed, because the previous owner may have pointed them elsewhere.
 */
export async function chownTree(path: string, account: Account): Promise<void> {
  try {
    await chownEntry(path, account)
  } catch (error) {
    // Another process is doing the same, and its server is already running.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
