import { spawn } from 'node:child_process'
import { open, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../errors.ts'
import type { Account } from './account.ts'
import { type Binaries, processEnvironment } from './binaries.ts'

/** A cluster and everything needed to run it. */
export interface Cluster {
  data: string
  socketFolder: string
  binaries: Binaries
  account: Account | undefined
}

const maxLogSize = 5_000_000

const mebibyte = 2 ** 20

/**
 * Returns the size of the server's table cache in MiB: an eighth of the memory of this machine or container. It is at
 * least 128 and at most 1024, which is enough to search a million users without reading files.
 */
const sharedBuffers = (): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(1024, Math.max(128, memory / mebibyte / 8)))
}

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: `${sharedBuffers()}MB`,
  random_page_cost: '1.1',
  jit: 'off',
  // Queries are short: starting a worker takes longer than most of them.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  // Atrium logs failed statements without their values. This log would include the values.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Returns the path of the server's log. */
export function logFile(cluster: Cluster): string {
  return join(dirname(cluster.data), 'postgres.log')
}

/**
 * Starts the server in its own session, so that Ctrl-C at the terminal reaches only Atrium. Atrium stops the server
 * after the requests in flight.
 * @returns `exited`, which settles with the exit code when the process ends
 */
export async function spawnPostmaster(cluster: Cluster): Promise<{ exited: Promise<number | null> }> {
  const log = logFile(cluster)
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  )
  if (size > maxLogSize) await rename(log, `${log}.1`)
  const file = await open(log, 'a', 0o600)
  try {
    const options = { ...settings, unix_socket_directories: cluster.socketFolder }
    const child = spawn(
      cluster.binaries.postgres,
      ['-D', cluster.data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...cluster.account,
        cwd: cluster.data,
        env: processEnvironment(cluster.binaries),
        detached: true,
        stdio: ['ignore', file.fd, file.fd],
      },
    )
    child.unref()
    const exited = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', resolve)
    })
    return { exited }
  } finally {
    await file.close()
  }
}

async function recordedPid(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return pid > 1 ? pid : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Returns whether a process belongs to this cluster: its working directory is the data folder. Without /proc the
 * result is always true.
 */
async function servesCluster(pid: number, cluster: Cluster): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster.data
}

/** Returns the process id of the cluster's running server, whichever process started it. */
export async function runningPid(cluster: Cluster): Promise<number | undefined> {
  const pid = await recordedPid(cluster)
  return pid && isAlive(pid) && (await servesCluster(pid, cluster)) ? pid : undefined
}

/** Returns the folder of the running server's socket, which earlier versions put elsewhere. */
export async function runningSocketFolder(cluster: Cluster): Promise<string | undefined> {
  if (!(await runningPid(cluster))) return undefined
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  // Line 5 is the socket folder. The server writes it soon after the start.
  return text.split('\n')[4] || undefined
}

/**
 * Removes a lock file whose process id now belongs to another program, for example after a container restart.
 * PostgreSQL would take that program for a running server. Its shared memory still guards the data.
 */
export async function removeStaleLock(cluster: Cluster): Promise<void> {
  const pid = await recordedPid(cluster)
  if (pid && isAlive(pid) && !(await servesCluster(pid, cluster)))
    await rm(join(cluster.data, 'postmaster.pid'))
}

/**
 * Returns whether the server is stopping. A stopping server accepts no new connections. After SIGTERM it waits,
 * perhaps for ever, for its existing connections to close.
 */
export async function isStopping(cluster: Cluster): Promise<boolean> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  // Line 8 is the status that `pg_ctl status` reads.
  return text.split('\n')[7]?.trim() === 'stopping'
}

/** Time for a server to start stopping before it counts as frozen, and then to finish stopping, in milliseconds. */
const noticeLimit = 2_000
const stopLimit = 30_000

async function within(limit: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + limit; Date.now() < deadline; await sleep(10)) {
    if (await isSo()) return true
  }
  return false
}

/** Makes a running server reload its settings and access rules. */
export async function reloadPostmaster(cluster: Cluster): Promise<void> {
  const pid = await runningPid(cluster)
  if (pid) process.kill(pid, 'SIGHUP')
}

/**
 * Stops the server like `pg_ctl stop -m fast`, and waits until it is gone. Kills a frozen server, which loses no
 * acknowledged writes. `pg_ctl` itself is not used: it would signal whatever process has the recorded id now, and it
 * does not end a frozen server.
 */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pid = await runningPid(cluster)
  if (!pid) return
  const isGone = async () => (await runningPid(cluster)) !== pid
  process.kill(pid, 'SIGINT')
  const noticed = await within(noticeLimit, async () => (await isStopping(cluster)) || (await isGone()))
  if (noticed && (await within(stopLimit, isGone))) return
  process.kill(pid, 'SIGKILL')
  await within(stopLimit, isGone)
}

/** Prefix of a log line that states why the server ended. */
const fault = /^.*(FATAL|PANIC): +|^.*postgres: /

/** What the connections of a killed server log when they notice, which may be after the next start has failed. */
const farewell = /terminating connection/

/** Temporary reasons: remains of a server that was just killed, or another process that is starting one. */
const passing = /lock file .* already exists|shared memory block|could not create lock file .*: No such file/

/**
 * Checks why a start has failed.
 * @throws StartupError if another attempt would not help
 */
export async function rejectLastingFault(cluster: Cluster): Promise<void> {
  const text = await readFile(logFile(cluster), 'utf8').catch(() => '')
  const isReason = (line: string) => fault.test(line) && !farewell.test(line)
  const reason = text.split('\n').findLast(isReason) ?? 'no message in its log'
  if (passing.test(reason)) return
  throw new StartupError(
    `The built-in PostgreSQL does not start on ${cluster.data} (${reason.replace(fault, '')}): ` +
      `correct the cause, or set DATA_DIR; see ${logFile(cluster)}.`,
  )
}
