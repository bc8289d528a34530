import { lchown, readFile, rename, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Account } from './account.ts'
import { scratchName } from './scratch.ts'

const heading = '# Written by Atrium at each start.\n'

/** Who connects is known by the system, so that there is no password to keep, to show or to lose. */
const clientRules = `${heading}local all all peer map=atrium\n`

/** Root may do anything anyhow: so it can verify the trail of a server that runs as somebody else. */
const userNames = (): string =>
  [...new Set([ownName(), 'root'])].map((name) => `atrium "${name}" all\n`).join('')

function ownName(): string {
  try {
    return userInfo().username
  } catch (cause) {
    throw new StartupError(
      'The user who starts Atrium has no name on this system, by which the built-in PostgreSQL would know them: ' +
        'start it as a user who has one, or set DATABASE_URL.',
      { cause },
    )
  }
}

async function put(file: string, text: string, account: Account | undefined): Promise<boolean> {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return false
  const fresh = scratchName(file)
  await writeFile(fresh, text, { mode: 0o600, flag: 'wx' })
  if (account) await lchown(fresh, account.uid, account.gid)
  await rename(fresh, file)
  return true
}

/**
 * Lets into a cluster only who runs it: the user who starts Atrium, and root.
 * @returns whether anything had to be changed, which a server that runs must be told
 */
export async function writeAuthentication(data: string, account: Account | undefined): Promise<boolean> {
  const names = await put(join(data, 'pg_ident.conf'), heading + userNames(), account)
  const rules = await put(join(data, 'pg_hba.conf'), clientRules, account)
  return names || rules
}
