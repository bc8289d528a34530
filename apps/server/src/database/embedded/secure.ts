import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { wasDatabaseAccount } from './account.ts'
import { writeAuthentication } from './authentication.ts'
import { giveTree } from './give-tree.ts'
import { connectKeeper, type Keeper } from './keeper.ts'
import { type Cluster, reloadPostmaster, runningPid, stopPostmaster } from './postmaster.ts'

const ownerOf = async (path: string): Promise<number | undefined> =>
  (await lstat(path).catch(() => undefined))?.uid

/** How long a server may take to let us in. Milliseconds. */
const joinLimit = 30_000

/** Joins the server that runs on the cluster, once it has started. @returns undefined when it is gone, or frozen */
async function joinRunning(cluster: Cluster, url: string): Promise<Keeper | undefined> {
  for (const deadline = Date.now() + joinLimit; Date.now() < deadline && (await runningPid(cluster)); ) {
    const keeper = await connectKeeper(url).catch(() => undefined)
    if (keeper) return keeper
    await sleep(25)
  }
  return undefined
}

/** Stops a server under its former account that nobody uses any more. */
async function stopFormer(cluster: Cluster, former: number, url: string): Promise<void> {
  if ((await ownerOf(join(cluster.data, 'postmaster.pid'))) === former) {
    const keeper = await joinRunning(cluster, url)
    if (keeper && !(await keeper.leave())) {
      throw new StartupError(
        `An earlier version of Atrium is running on ${cluster.data}: stop it before this one is started.`,
      )
    }
    await stopPostmaster(cluster)
  }
  if ((await ownerOf(cluster.socketFolder)) === former) {
    await rm(cluster.socketFolder, { recursive: true, force: true })
  }
}

/**
 * Closes a cluster to everybody but those who run it. One that was made when root still ran it as nobody, and that
 * let in whoever reached its socket, changes hands here; its data stay as they are.
 *
 * @param url of the owner's role
 * @throws StartupError when an earlier version still uses it
 */
export async function secure(cluster: Cluster, url: string): Promise<void> {
  const { account, data } = cluster
  const owner = await ownerOf(data)
  if (account && owner !== undefined && owner !== account.uid && wasDatabaseAccount(owner)) {
    await stopFormer(cluster, owner, url)
    await giveTree(data, account)
  }
  // Somebody else's is joined where it runs, and refused where it does not: its rules are theirs.
  if ((await ownerOf(data)) !== (account?.uid ?? process.getuid?.())) return
  if (await writeAuthentication(data, account)) await reloadPostmaster(cluster)
}
