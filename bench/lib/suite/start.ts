import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A server of the suite in a separate process. */
export interface Suite {
  /** Origin of the server, e.g. `http://127.0.0.1:41234`. */
  readonly url: string
  /** Process id of the server. */
  readonly pid: number
  readonly stop: () => Promise<void>
  /** Kills the server without warning. */
  readonly kill: () => Promise<void>
}

export interface SuiteOptions {
  /** Data folder of the deployment; servers on the same folder share its database. */
  readonly dataDir: string
  /** Administrator's password for a new database. */
  readonly adminPassword?: string
  /** Folder of front ends that replaces the suite's own. */
  readonly webFolder?: string
  /** Working tree that contains the server; this one by default. */
  readonly tree?: string
  /** Further settings of the server, by the names of its environment variables. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Maximum number of calls from an address in 10 s. It must not limit the measurement: no single address makes so many
 * calls in reality.
 */
const floodLimit = '1000000'
/** Node flags of `pnpm start`. */
const serverFlags = ['--max-semi-space-size=8']
const here = join(import.meta.dirname, '../../..')

/**
 * Starts the server on a free port as in production, including its log.
 * @throws Error with the log if it does not start
 */
export async function startSuite({
  dataDir,
  adminPassword,
  webFolder,
  tree = here,
  settings,
}: SuiteOptions): Promise<Suite> {
  const logFile = join(dataDir, 'server.log')
  const log = openSync(logFile, 'a')
  const child = fork(join(tree, 'bench/lib/suite/process.ts'), webFolder ? [webFolder] : [], {
    cwd: tree,
    execArgv: serverFlags,
    env: {
      ...process.env,
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      FLOOD_LIMIT: floodLimit,
      ...(adminPassword && { ADMIN_PASSWORD: adminPassword }),
      ...settings,
    },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const started = once(child, 'message').then(([url]) => String(url))
  const ended = once(child, 'exit').then(async () => {
    throw new Error(`The server did not start:\n${await readFile(logFile, 'utf8')}`)
  })
  const url = await Promise.race([started, ended])
  ended.catch(() => undefined)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return { url, pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
