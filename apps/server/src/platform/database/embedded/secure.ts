import { lchown, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../errors.ts'
import { type Account, chownTree, isRootsAccount } from './account.ts'
import { type Attachment, attach } from './attachment.ts'
import { type Cluster, reloadPostmaster, runningPid, stopPostmaster } from './postmaster.ts'
import { scratchName } from './scratch.ts'

const heading = '# Written by Atrium at each start.\n'

/** The system identifies the connecting user, so there is no password to store, show or lose. */
const clientRules = `${heading}local all,replication all peer map=atrium\n`

/** Root has full access anyway, so psql may be run as root too. */
const userNames = (): string =>
  [...new Set([ownName(), 'root'])].map((name) => `atrium "${name}" all\n`).join('')

function ownName(): string {
  try {
    return userInfo().username
  } catch (cause) {
    throw new StartupError(
      'The user who starts Atrium has no user name on this system, but the built-in PostgreSQL needs one: ' +
        'start Atrium as a named user, or set DATABASE_URL.',
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
 * Restricts access to a cluster to root and the user who starts Atrium.
 * @returns whether anything changed, so that a running server must reload
 */
export async function writeAuthentication(data: string, account: Account | undefined): Promise<boolean> {
  const names = await put(join(data, 'pg_ident.conf'), heading + userNames(), account)
  const rules = await put(join(data, 'pg_hba.conf'), clientRules, account)
  return names || rules
}

const ownerOf = async (path: string): Promise<number | undefined> =>
  (await lstat(path).catch(() => undefined))?.uid

/** Time to wait for a connection to a starting server, in milliseconds. */
const joinTimeout = 30_000

/**
 * Joins the server that runs on the cluster, once it has started.
 * @returns undefined if the server is gone or frozen
 */
async function joinRunning(cluster: Cluster, url: string): Promise<Attachment | undefined> {
  for (const deadline = Date.now() + joinTimeout; Date.now() < deadline && (await runningPid(cluster)); ) {
    const attachment = await attach(url).catch(() => undefined)
    if (attachment) return attachment
    await sleep(25)
  }
  return undefined
}

/**
 * Stops a server that still runs under its former account.
 * @throws StartupError if another process uses it
 */
async function stopFormer(cluster: Cluster, former: number, url: string): Promise<void> {
  if ((await ownerOf(join(cluster.data, 'postmaster.pid'))) === former) {
    const attachment = await joinRunning(cluster, url)
    if (attachment && !(await attachment.detach())) {
      throw new StartupError(
        `An earlier version of Atrium is running on ${cluster.data}: stop it before you start this version.`,
      )
    }
    await stopPostmaster(cluster)
  }
  if ((await ownerOf(cluster.socketFolder)) === former) {
    await rm(cluster.socketFolder, { recursive: true, force: true })
  }
}

/**
 * Restricts access to a cluster to the users who run it. A cluster that root created as nobody accepted every user
 * who could reach its socket. Its owner changes here, and its data stay.
 * @param url URL of the owner's role
 * @throws StartupError if an earlier version still uses it
 */
export async function secure(cluster: Cluster, url: string): Promise<void> {
  const { account, data } = cluster
  const owner = await ownerOf(data)
  if (account && owner !== undefined && owner !== account.uid && isRootsAccount(owner)) {
    await stopFormer(cluster, owner, url)
    await chownTree(data, account)
  }
  if (await writeAuthentication(data, account)) await reloadPostmaster(cluster)
}
