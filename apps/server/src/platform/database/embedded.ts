import { readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseAccount } from './embedded/account.ts'
import { type Attachment, attach } from './embedded/attachment.ts'
import { majorOfPackage, prepareBinaries } from './embedded/binaries.ts'
import { makeCluster, ownerRole, prepareData } from './embedded/data-folder.ts'
import { findHome, hasDatabase } from './embedded/home.ts'
import { rejectOthersDatabase } from './embedded/owner.ts'
import {
  type Cluster,
  isStopping,
  logFile,
  rejectLastingFault,
  removeStaleLock,
  runningPid,
  runningSocketFolder,
  spawnPostmaster,
  stopPostmaster,
} from './embedded/postmaster.ts'
import { sweepScratch } from './embedded/scratch.ts'
import { secure } from './embedded/secure.ts'
import { prepareSocketFolder, socketFolderOf } from './embedded/socket-folder.ts'
import { asFolderError, errorCode, StartupError } from './errors.ts'
import { loginRole } from './roles.ts'

export interface EmbeddedOptions {
  /** Folder of the deployment's data; made if it is missing. */
  dataDir: string
  /** Called when the server went away and could not be started again. */
  onFailure?: (error: unknown) => void
}

/** A running PostgreSQL server of our own. */
export interface EmbeddedDatabase {
  /** URL of the role that owns the schema. */
  ownerUrl: string
  /** URL of the role that the server works as. */
  url: string
  /** Process id of the running server. */
  pid(): Promise<number | undefined>
  /** Stops the server, unless another process uses it. End your own connections first. Twice is once. */
  close(): Promise<void>
}

const databaseName = 'atrium'

/** How long a start may take; recovery after a crash is part of it. Milliseconds. */
const startTimeout = 120_000

/** How often a server that is starting is asked, in milliseconds. */
const pollInterval = 25

/** How long the server may take to respond when we detach before it counts as frozen, in milliseconds. */
const detachTimeout = 5_000

/**
 * Starts PostgreSQL on a folder, or joins the server that already runs on it, such as one whose starter was killed.
 * Restarts the server if it dies.
 *
 * @throws StartupError if the folder or the machine cannot serve
 */
export async function startEmbedded({ dataDir, onFailure }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { cluster, attachment } = await prepareCluster(dataDir)
    .then(async (cluster) => ({ cluster, attachment: await ensureRunning(cluster) }))
    .catch((error: unknown) => {
      throw asFolderError(error, dataDir)
    })
  let current = Promise.resolve(attachment)
  const closing = new AbortController()

  const watch = async () => {
    for (;;) {
      await lossOf(cluster, await current, closing.signal)
      if (closing.signal.aborted) return
      current = ensureRunning(cluster)
    }
  }
  watch().catch((error: unknown) => onFailure?.(error))

  const close = async () => {
    closing.abort()
    // A connection that has broken belongs to a server that is gone, or going; one that is silent, to a frozen one.
    const left = current.then((attachment) => attachment.detach()).catch(() => true)
    const last = await Promise.race([left, sleep(detachTimeout, true, { ref: false })])
    if (!last) return
    await stopPostmaster(cluster)
    await rm(cluster.socketFolder, { recursive: true, force: true })
  }
  let closed: Promise<void> | undefined

  await createDatabase(urlOf(cluster, ownerRole, 'postgres'))
  return {
    ownerUrl: urlOf(cluster, ownerRole, databaseName),
    url: urlOf(cluster, loginRole, databaseName),
    pid: () => runningPid(cluster),
    close: () => (closed ??= close()),
  }
}

/** Pause between two checks whether somebody stopped the server, in milliseconds. */
const checkInterval = 1_000

/**
 * Waits until the server is gone. After a SIGTERM it would keep our connections for ever, and takes no new ones, so it
 * is ended.
 */
async function lossOf(cluster: Cluster, { lost }: Attachment, closing: AbortSignal): Promise<void> {
  const gone = lost.then(() => true)
  while (!closing.aborted && !(await Promise.race([gone, sleep(checkInterval, false, { ref: false })]))) {
    if (!closing.aborted && (await isStopping(cluster))) await stopPostmaster(cluster)
  }
}

async function prepareCluster(dataDir: string): Promise<Cluster> {
  await rejectOthersDatabase(dataDir)
  const account = databaseAccount()
  const home = await findHome(dataDir, account)
  for (const folder of new Set([dataDir, home])) await sweepScratch(folder)
  const binaries = await prepareBinaries(home, account)
  const data = await prepareData(home, binaries, account)
  const usual = { data, socketFolder: socketFolderOf(data), binaries, account }
  const cluster = { ...usual, socketFolder: (await runningSocketFolder(usual)) ?? usual.socketFolder }
  await secure(cluster, urlOf(cluster, ownerRole, 'postgres'))
  return cluster
}

/**
 * Makes the cluster of an empty data folder from files that were copied from another one. The next start recovers it as
 * after a crash.
 *
 * @param fill puts the files into a folder, as the user of this process
 * @returns undoes it, with everything that was put into the data folder since
 * @throws StartupError if another process has made a cluster there, which stays
 */
export async function restoreEmbedded(
  dataDir: string,
  fill: (folder: string) => Promise<void>,
): Promise<{ readonly undo: () => Promise<void> }> {
  if (await hasDatabase(dataDir)) throw madeMeanwhile(dataDir)
  const account = databaseAccount()
  const home = await findHome(dataDir, account)
  const undo = async () => {
    // A home elsewhere belongs to this data folder only. The data folder itself may be a mount, or in a folder of
    // root's.
    if (home !== (await realpath(dataDir))) await rm(home, { recursive: true, force: true })
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true })
  }
  try {
    await makeCluster(join(home, 'postgres'), account, fill)
    return { undo }
  } catch (error) {
    // Its name is taken only where another process was first.
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw madeMeanwhile(dataDir, error)
    await Promise.allSettled([undo()])
    throw error
  }
}

const madeMeanwhile = (dataDir: string, cause?: unknown): StartupError =>
  new StartupError(`Another process has made a database in ${dataDir}: restore to a place that is empty.`, {
    cause,
  })

/** The major version of the built-in PostgreSQL. @throws StartupError if this platform has none */
export const embeddedMajor = majorOfPackage

function urlOf(cluster: Cluster, user: string, database: string): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(cluster.socketFolder)}`
}

/**
 * Waits until the server accepts connections, and starts one if none runs. After a kill its lock and shared memory
 * outlive it for a moment, in which a start fails and is tried again.
 */
async function ensureRunning(cluster: Cluster): Promise<Attachment> {
  const url = urlOf(cluster, ownerRole, 'postgres')
  const deadline = Date.now() + startTimeout
  let starting: Promise<number | null> | undefined
  while (Date.now() < deadline) {
    try {
      return await attach(url)
    } catch {
      // Not there yet, or on its way up or down.
    }
    if (!starting && !(await runningPid(cluster))) {
      await removeStaleLock(cluster)
      await prepareSocketFolder(cluster.socketFolder, cluster.account)
      starting = (await spawnPostmaster(cluster)).exited
    }
    const exitCode = await Promise.race([
      sleep(pollInterval, 'still waiting' as const),
      ...(starting ? [starting] : []),
    ])
    if (exitCode === 'still waiting') continue
    // Null after a signal, 0 after an orderly stop: somebody else's doing, not a fault.
    if (exitCode) await rejectLastingFault(cluster)
    starting = undefined
  }
  throw new StartupError(
    `The built-in PostgreSQL did not start within ${startTimeout / 1000} s: see ${logFile(cluster)}.`,
  )
}

async function createDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client(maintenanceUrl)
  await client.connect()
  try {
    const { rows } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rows.length === 0) await client.query(`create database ${databaseName}`)
  } catch (error) {
    // 42P04, 23505: another process of ours made it at the same moment.
    if (!['42P04', '23505'].includes(errorCode(error))) throw error
  } finally {
    await client.end()
  }
}
