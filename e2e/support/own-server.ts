import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from '@playwright/test'
import { dataFolder, serverEnvironment } from './suite.ts'

/** A server of one test's own, which it may kill and start again. */
export interface OwnServer {
  readonly url: string
  /** Where its data are. */
  readonly dataDir: string
  /** Starts it again on the same data. */
  readonly start: () => Promise<void>
  /** Ends it without a chance to finish anything. */
  readonly kill: () => Promise<void>
  /** Ends it in order, and removes the data that are its own. */
  readonly close: () => Promise<void>
}

interface Options {
  /** The front ends that it serves; the built ones by default. */
  readonly webFolder?: string
  /** Further settings. */
  readonly environment?: Readonly<Record<string, string>>
  /** Whether it begins with an empty database, which takes long, instead of working beside the shared server on its data. */
  readonly ownData?: boolean
}

const responses = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/api/ready`)).ok
  } catch {
    return false
  }
}

/** How long a start may take, on a machine that has much else to do. */
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
 * Starts a server. A test that starts one closes it by `afterPages`, or in an `afterAll`.
 * @param port a free one
 */
export const startOwnServer = async (
  port: number,
  { webFolder, environment = {}, ownData = false }: Options = {},
): Promise<OwnServer> => {
  const url = `http://127.0.0.1:${port}`
  // Inside of the shared server's folder, which every run empties: one that was killed leaves nothing for long.
  const dataDir = ownData ? join(dataFolder, `own-server-${port}`) : dataFolder
  let child: ChildProcess | undefined

  const start = async () => {
    // What it takes is not of the test's own time.
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
        // Servers on the same data share their work: its messages are for the shared one to send, into its inbox.
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
