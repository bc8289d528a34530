import { spawn } from 'node:child_process'
import { open, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../errors.ts'
import type { Account } from './account.ts'
import { type Binaries, processEnvironment } from './binaries.ts'

/** A cluster and what it takes to run it. */
export interface Cluster {
  data: string
  socketFolder: string
  binaries: Binaries
  account: Account | undefined
}

const maxLogSize = 5_000_000

const mebibyte = 2 ** 20

/**
 * Memory that the server keeps for tables, in MiB: an eighth of the memory of this machine or container, and at most
 * what a million users need to be searched without reading files.
 */
const sharedBuffers = (): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.round(Math.min(1024, Math.max(128, memory / mebibyte / 8)))
}

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: `${sharedBuffers()}MB`,
  random_page_cost: '1.1',
  jit: 'off',
  // Queries are short, and starting a worker takes longer than most of them.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  // Failed statements reach the server's own log without their values; here they would bring them along.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Path of the server's log. */
export function logFile(cluster: Cluster): string {
  return join(dirname(cluster.data), 'postgres.log')
}

/**
 * Starts the server in its own session: a Ctrl-C at the terminal must reach only us. We end the server when the
 * requests in flight are done.
 *
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

/** Returns whether a process is this cluster's, whose working folder is its data. Unknown if there is no /proc. */
async function servesCluster(pid: number, cluster: Cluster): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster.data
}

/** Returns the process id of the cluster's running server, whichever process started it. */
export async function runningPid(cluster: Cluster): Promise<number | undefined> {
  const pid = await recordedPid(cluster)
  return pid && isAlive(pid) && (await servesCluster(pid, cluster)) ? pid : undefined
}

/** Returns the folder of the running server's socket. A server of an earlier version has it elsewhere. */
export async function runningSocketFolder(cluster: Cluster): Promise<string | undefined> {
  if (!(await runningPid(cluster))) return undefined
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  // The fifth line, which is there soon after the start.
  return text.split('\n')[4] || undefined
}

/**
 * Removes a lock file whose process number now belongs to something else, as happens after a container was
 * restarted: PostgreSQL would take that for a running server. Its shared memory still guards the data.
 */
export async function removeStaleLock(cluster: Cluster): Promise<void> {
  const pid = await recordedPid(cluster)
  if (pid && isAlive(pid) && !(await servesCluster(pid, cluster)))
    await rm(join(cluster.data, 'postmaster.pid'))
}

/**
 * Returns whether the server is stopping. It takes no new connections then, and after a SIGTERM waits, perhaps for
 * ever, until those that it has are gone.
 */
export async function isStopping(cluster: Cluster): Promise<boolean> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '')
  // The eighth line is what `pg_ctl status` goes by.
  return text.split('\n')[7]?.trim() === 'stopping'
}

/** How long a server may take to notice that it is to stop before it counts as frozen, and to stop then, in milliseconds. */
const noticeLimit = 2_000
const stopLimit = 30_000

async function within(limit: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + limit; Date.now() < deadline; await sleep(10)) {
    if (await isSo()) return true
  }
  return false
}

/** Has a server that runs read its settings and its rules of access again. */
export async function reloadPostmaster(cluster: Cluster): Promise<void> {
  const pid = await runningPid(cluster)
  if (pid) process.kill(pid, 'SIGHUP')
}

/**
 * Stops the server as `pg_ctl stop -m fast` does and waits until it has gone. One that is frozen is killed: what was
 * acknowledged stays.
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

/** Prefix of a log line that says why the server ended. */
const fault = /^.*(FATAL|PANIC): +|^.*postgres: /

/** Reasons that pass: the remains of a server that was just killed, or another starter at work. */
const passing = /lock file .* already exists|shared memory block|could not create lock file .*: No such file/

/**
 * Looks why a start has failed.
 *
 * @throws StartupError when trying again would not help
 */
export async function rejectLastingFault(cluster: Cluster): Promise<void> {
  const text = await readFile(logFile(cluster), 'utf8').catch(() => '')
  const reason = text.split('\n').findLast((line) => fault.test(line)) ?? 'it left no message'
  if (passing.test(reason)) return
  throw new StartupError(
    `The built-in PostgreSQL does not start on ${cluster.data} (${reason.replace(fault, '')}): ` +
      `correct that, or set DATA_DIR; details are in ${logFile(cluster)}.`,
  )
}
