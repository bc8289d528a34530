import { type Config, readConfig } from '../../platform/config/config.ts'
import { StartupError } from '../../platform/database/index.ts'
import { addressToOpen } from './address-to-open.ts'
import { announce, announceAccounts } from './announce.ts'
import type { NewAccount } from './seed.ts'
import { createShutdown } from './shutdown.ts'
import { startServer } from './start-server.ts'
import { onStop } from './stop.ts'

/** Prints why the server cannot run and exits with 1: one line for a StartupError, the stack for any other error. */
function fail(error: unknown): never {
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : error
  process.stderr.write(`${text}\n`)
  process.exit(error instanceof StartupError ? error.exitCode : 1)
}

/** Prints a text, and waits until it has been written. */
const print = (text: string): Promise<void> =>
  new Promise((done, failed) => {
    process.stdout.write(`${text}\n`, (error) => (error ? failed(error) : done()))
  })

/**
 * Runs the server in this process until it is stopped, which also works during the start.
 * @param env environment with the server's configuration
 * @param locations folders that no environment variable names
 */
export async function main(
  env: NodeJS.ProcessEnv = process.env,
  locations: Partial<Pick<Config, 'webFolder'>> = {},
): Promise<void> {
  try {
    // The server cannot work without its database; a supervisor can restart it.
    const open = createShutdown()
    const events = {
      onLost: fail,
      onAccounts: (accounts: readonly NewAccount[]) => print(announceAccounts(accounts)),
    }
    const starting = startServer({ ...readConfig(env), ...locations }, events, open)
    const exitAfter = (closed: Promise<void>) => void closed.then(() => process.exit(0), fail)
    onStop({
      stop: () => exitAfter(starting.then(open.close)),
      stopNow: () => exitAfter(open.closeNow()),
    })
    const server = await starting
    await print(announce({ ...server, address: await addressToOpen(server.address) }))
  } catch (error) {
    fail(error)
  }
}
