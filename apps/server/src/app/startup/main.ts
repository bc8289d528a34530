import { type Config, readConfig } from '../../platform/config/config.ts'
import { StartupError } from '../../platform/database/index.ts'
import { addressToOpen } from './address-to-open.ts'
import { announce, announceAccounts } from './announce.ts'
import type { NewAccount } from './seed.ts'
import { createShutdown } from './shutdown.ts'
import { startServer } from './start-server.ts'
import { onStop } from './stop.ts'

/** Says in one line what keeps the server from running; of anything unforeseen all that is known. */
function fail(error: unknown): never {
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : error
  process.stderr.write(`${text}\n`)
  process.exit(error instanceof StartupError ? error.exitCode : 1)
}

/** Prints, and waits until it is out. */
const print = (text: string): Promise<void> =>
  new Promise((done, failed) => {
    process.stdout.write(`${text}\n`, (error) => (error ? failed(error) : done()))
  })

/**
 * Runs the server as this process until it is stopped, which also works during the start.
 *
 * @param env the environment with its configuration
 * @param places folders that no environment names
 */
export async function main(
  env: NodeJS.ProcessEnv = process.env,
  locations: Partial<Pick<Config, 'webFolder'>> = {},
): Promise<void> {
  try {
    // Without its database it can serve nobody; a supervisor can restart it.
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
