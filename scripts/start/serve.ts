import { main } from '@atrium/server'
import { startSandbox } from './sandbox.ts'

/**
 * Serves the suite as this process, with a sandbox beside it where the environment asks for demonstration.
 * @param env the environment that it is configured by
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const sandbox = await startSandbox(env)
  await main({ ...env, ...sandbox.environment })
  process.stdout.write(sandbox.announcement)
}
