import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A server of the suite in a process of its own. */
export interface Suite {
  /** Its origin, e.g. `http://127.0.0.1:41234`. */
  readonly url: string
  /** Its process. */
  readonly pid: number
  readonly stop: () => Promise<void>
  /** Ends it without warning. */
  readonly kill: () => Promise<void>
}

export interface SuiteOptions {
  /** The deployment's data folder; servers on the same folder share its database. */
  readonly dataDir: string
  /** The administrator's password of a new database. */
  readonly adminPassword?: string
  /** The folder of front ends to serve instead of the suite's own. */
  readonly webFolder?: string
  /** The working tree whose server it is, instead of this one. */
  readonly tree?: string
  /** Further settings of the server, by the names that they have in its environment. */
  readonly settings?: Readonly<Record<string, string>>
}

/** No single address calls so often in earnest: the limit must not be what is measured. Calls in 10 s. */
const floodLimit = '1000000'
/** As `pnpm start` has them. */
const serverFlags = ['--max-semi-space-size=8']
const here = join(import.meta.dirname, '../../..')

/**
 * Starts the server as it runs in earnest, its log included, on a free port.
 * @throws Error with the log where it does not start
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
