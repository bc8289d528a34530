import { execFileSync, spawnSync } from 'node:child_process'
import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../errors.ts'

/** An account of the system, by its numbers. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Numbers that distributions give to nobody; below 65536, which is all that a container may have. */
const candidates = Array.from({ length: 32 }, (_, index) => 58_432 + index)

/** Returns the name of a user, if the system has one for the number. */
export function nameOf(uid: number): string | undefined {
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * The account that PostgreSQL runs under; undefined for our own. PostgreSQL rejects root, so root runs it under a
 * number that no user has: a user with the same account could read and change its files.
 */
export function databaseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const uid = candidates.find((candidate) => nameOf(candidate) === undefined)
  return uid === undefined ? nobody() : { uid, gid: uid }
}

/** The account that initdb runs under, since it insists on one that has a name. */
export function nobody(): Account {
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Whether root runs PostgreSQL under an account, or did before: as nobody once, or under a number that a user has got since. */
export const isRootsAccount = (uid: number): boolean => candidates.includes(uid) || uid === nobody().uid

/** Whether an account can enter a folder or run a file: asked of the system, which knows every mode and ACL. */
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
    throw new Error(`${path} has a second name, and may belong to somebody else`)
  }
  await lchown(path, account.uid, account.gid)
}

/**
 * Gives a folder and everything in it to an account, the folder itself last: its owner shows that all files have
 * theirs. The previous owner may have put links into it that lead elsewhere; they are not followed.
 */
export async function chownTree(path: string, account: Account): Promise<void> {
  try {
    await chownEntry(path, account)
  } catch (error) {
    // Another starter does the same, and its server is at work already.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
