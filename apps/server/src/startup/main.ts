import { readConfig } from '../config/index.ts'
import { StartupError } from '../database/index.ts'
import { announce } from './announce.ts'
import { closing } from './closing.ts'
import { startServer } from './start-server.ts'
import { onStop } from './stop.ts'

/** Says in one line what keeps the server from running; of anything unforeseen all that is known. */
function fail(error: unknown): never {
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : error
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/**
 * Runs the server as this process, until it is told to stop; also while it starts, when its database runs already.
 *
 * @param env the environment that it is configured by
 */
export async function main(env: NodeJS.ProcessEnv = process.env): Promise<void> {
  try {
    // Without its database it serves nobody; whoever looks after processes can start it again.
    const open = closing()
    const starting = startServer(readConfig(env), fail, open)
    const exitAfter = (closed: Promise<void>) => void closed.then(() => process.exit(0), fail)
    onStop({
      stop: () => exitAfter(starting.then(open.close)),
      hurry: () => exitAfter(open.hurry()),
    })
    process.stdout.write(`${announce(await starting)}\n`)
  } catch (error) {
    fail(error)
  }
}
