import { main } from '@atrium/server'
import { startSandbox } from './sandbox.ts'

/**
 * Serves the suite in this process, with a sandbox if the demonstration is on.
 * @param env environment variables with the configuration
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const sandbox = await startSandbox(env)
  await main({ ...env, ...sandbox.environment })
  process.stdout.write(sandbox.announcement)
}
