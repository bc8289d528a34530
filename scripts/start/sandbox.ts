import { join } from 'node:path'
import type { SandboxOptions, StandIn } from '@atrium/sandbox'
import {
  addressToOpen,
  addressToServe,
  demoPhone,
  demoProductKeys,
  hasDemonstration,
  readConfig,
} from '@atrium/server'

interface StartedSandbox {
  /** Environment variables with which the server finds the sandbox. */
  readonly environment: Partial<StandIn['environment']>
  /**
   * Address of the sandbox in both languages, or a notice that SANDBOX_PORT has no effect; empty if no sandbox was
   * requested.
   */
  readonly announcement: string
}

/**
 * Returns what the sandbox needs from the server's configuration: keys, the folder of the products' data, and the
 * suite's address unless the port is chosen at the start.
 */
export async function sandboxOptions(env: NodeJS.ProcessEnv): Promise<Omit<SandboxOptions, 'port'>> {
  const config = readConfig(env)
  return {
    demoPhone,
    productKeys: await demoProductKeys(env),
    productsFolder: join(config.DATA_DIR, 'sandbox'),
    suiteUrl: config.PORT === 0 ? undefined : await addressToServe(config),
  }
}

const unused =
  'SANDBOX_PORT 未生效：未启动演示收件箱 / SANDBOX_PORT has no effect: the sandbox was not started'

/** Loads the sandbox's code lazily. */
async function loadSandbox(env: NodeJS.ProcessEnv): Promise<StandIn | undefined> {
  const { standInFor } = await import('@atrium/sandbox')
  return standInFor(env, await sandboxOptions(env))
}

/** Starts the sandbox if the demonstration is on. Exits with one line if its settings are wrong. */
export async function startSandbox(env: NodeJS.ProcessEnv): Promise<StartedSandbox> {
  try {
    const sandbox = (await hasDemonstration(env)) ? await loadSandbox(env) : undefined
    if (!sandbox) return { environment: {}, announcement: env.SANDBOX_PORT?.trim() ? `  ${unused}\n\n` : '' }
    const { address, environment } = sandbox
    const label = '演示短信和邮件 / Demo SMS and e-mails'
    return { environment, announcement: `  ${label}\n    ${await addressToOpen(address)}\n\n` }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
