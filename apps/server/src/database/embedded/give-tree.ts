import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import type { Account } from './account.ts'

async function give(path: string, account: Account): Promise<void> {
  const found = await lstat(path)
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await giveTree(join(path, name), account)
  } else if (found.isFile() && found.nlink > 1) {
    throw new Error(`${path} has a second name, and may belong to somebody else`)
  }
  await lchown(path, account.uid, account.gid)
}

/**
 * Gives a folder and all in it to an account, the folder itself last: that it has changed hands says that all has.
 * Whoever had it may have put links there to what is not theirs: those are not followed.
 */
export async function giveTree(path: string, account: Account): Promise<void> {
  try {
    await give(path, account)
  } catch (error) {
    // Another starter does the same, and its server is at work already.
    if (errorCode(error) !== 'ENOENT') throw error
  }
}
