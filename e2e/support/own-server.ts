import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from '@playwright/test'
import { dataFolder, serverEnvironment } from './suite.ts'

/** A separate server for one test, which the test may kill and restart. */
export interface OwnServer {
  readonly url: string
  /** Folder of the server's data. */
  readonly dataDir: string
  /** Starts the server again on the same data. */
  readonly start: () => Promise<void>
  /** Kills the server without a chance to finish anything. */
  readonly kill: () => Promise<void>
  /** Stops the server properly, and removes its own data. */
  readonly close: () => Promise<void>
}

interface Options {
  /** Folder of the front ends to serve; the built ones by default. */
  readonly webFolder?: string
  /** Further environment variables. */
  readonly environment?: Readonly<Record<string, string>>
  /**
   * Whether the server starts with its own empty database, which takes long. Otherwise it shares the data of the
   * shared server.
   */
  readonly ownData?: boolean
}

const responses = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/api/ready`)).ok
  } catch {
    return false
  }
}

/** Time limit for a start on a busy machine, in milliseconds. */
const startLimit = 60_000

const untilReady = async (url: string, child: ChildProcess): Promise<void> => {
  const deadline = Date.now() + startLimit
  while (!(await responses(url))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`the server at ${url} did not start`)
    await new Promise((proceed) => setTimeout(proceed, 100))
  }
}

/**
 * Starts a server. The test must close it by `afterPages`, or in an `afterAll`.
 * @param port a free port
 */
export const startOwnServer = async (
  port: number,
  { webFolder, environment = {}, ownData = false }: Options = {},
): Promise<OwnServer> => {
  const url = `http://127.0.0.1:${port}`
  // Inside the shared server's folder, which every run empties, so that data of killed servers does not stay.
  const dataDir = ownData ? join(dataFolder, `own-server-${port}`) : dataFolder
  let child: ChildProcess | undefined

  const start = async () => {
    // The time for the start does not count as time of the test.
    test.setTimeout(test.info().timeout + startLimit)
    child = spawn(process.execPath, [resolve('e2e/support/serve.ts')], {
      env: {
        ...process.env,
        ...serverEnvironment,
        ...environment,
        PORT: String(port),
        DATA_DIR: dataDir,
        ACCOUNTS_FILE: '',
        LOG_LEVEL: 'silent',
        // Servers on the same data share their work: the shared server must send the messages, because they go to its
        // inbox.
        ...(!ownData && { DEMO: '0' }),
        ...(webFolder && { WEB_FOLDER: webFolder }),
        KEEP_DATA: '1',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await untilReady(url, child)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  await start()
  return {
    url,
    dataDir,
    start,
    kill: () => end('SIGKILL'),
    close: async () => {
      await end('SIGTERM')
      if (ownData) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
