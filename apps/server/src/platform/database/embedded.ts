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
  /** Data folder of the deployment; created if it is missing. */
  dataDir: string
  /** Called when the server has died and cannot be restarted. */
  onFailure?: (error: unknown) => void
}

/** A running PostgreSQL server that Atrium itself started. */
export interface EmbeddedDatabase {
  /** URL of the role that owns the schema. */
  ownerUrl: string
  /** URL of the role that Atrium works as. */
  url: string
  /** Process id of the running server. */
  pid(): Promise<number | undefined>
  /** Stops the server unless another process uses it. Close your own connections first. Calling it twice is harmless. */
  close(): Promise<void>
}

const databaseName = 'atrium'

/** Timeout of a start, including recovery after a crash, in milliseconds. */
const startTimeout = 120_000

/** Pause between two attempts to connect to a starting server, in milliseconds. */
const pollInterval = 25

/** Time to wait for a response when detaching before the server counts as frozen, in milliseconds. */
const detachTimeout = 5_000

/**
 * Starts PostgreSQL on a data folder, or joins a server that already runs there, for example because the process that
 * started it was killed. Restarts the server if it dies.
 * @throws StartupError if the folder or the machine cannot be used
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
    // A broken connection means that the server is gone or stopping, and a silent one that it is frozen.
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

/** Pause between two checks whether the server is stopping, in milliseconds. */
const checkInterval = 1_000

/**
 * Waits until the server is gone. After SIGTERM a server accepts no new connections but keeps ours open for ever, so
 * it is then stopped.
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
 * Creates the cluster of an empty data folder from files of another one. The next start recovers it as after a crash.
 * @param fill writes the files into a folder, as the user of this process
 * @returns `undo`, which removes everything that was put into the data folder since
 * @throws StartupError if another process has created a cluster there, which stays
 */
export async function restoreEmbedded(
  dataDir: string,
  fill: (folder: string) => Promise<void>,
): Promise<{ readonly undo: () => Promise<void> }> {
  if (await hasDatabase(dataDir)) throw madeMeanwhile(dataDir)
  const account = databaseAccount()
  const home = await findHome(dataDir, account)
  const undo = async () => {
    // A home outside the data folder belongs to that data folder only, so it is removed. The data folder itself may
    // be a mount or belong to root, so only its content is removed.
    if (home !== (await realpath(dataDir))) await rm(home, { recursive: true, force: true })
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true })
  }
  try {
    await makeCluster(join(home, 'postgres'), account, fill)
    return { undo }
  } catch (error) {
    // The target exists only if another process was first.
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error))) throw madeMeanwhile(dataDir, error)
    await Promise.allSettled([undo()])
    throw error
  }
}

const madeMeanwhile = (dataDir: string, cause?: unknown): StartupError =>
  new StartupError(`Another process has created a database in ${dataDir}: restore into an empty DATA_DIR.`, {
    cause,
  })

/**
 * Returns the major version of the built-in PostgreSQL.
 * @throws StartupError if there is none for this platform
 */
export const embeddedMajor = majorOfPackage

function urlOf(cluster: Cluster, user: string, database: string): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(cluster.socketFolder)}`
}

/**
 * Waits until the server accepts connections, and starts one if none runs. The lock and the shared memory of a killed
 * server survive for a moment. A start that fails because of them is retried.
 */
async function ensureRunning(cluster: Cluster): Promise<Attachment> {
  const url = urlOf(cluster, ownerRole, 'postgres')
  const deadline = Date.now() + startTimeout
  let starting: Promise<number | null> | undefined
  while (Date.now() < deadline) {
    try {
      return await attach(url)
    } catch {
      // The server is stopped, starting or stopping.
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
    // The exit code is null after a signal and 0 after an orderly stop. Neither is a fault.
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
    // 42P04, 23505: another process of ours created it at the same moment.
    if (!['42P04', '23505'].includes(errorCode(error))) throw error
  } finally {
    await client.end()
  }
}
