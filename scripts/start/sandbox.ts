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
  /** The settings of the server that lead to it. */
  readonly environment: Partial<StandIn['environment']>
  /** Where the messages can be read, or that there is none though a port was named for it; in both languages. */
  readonly announcement: string
}

/**
 * What the sandbox beside a server is told of it: keys, where products keep what they know, and where people come from,
 * unless the server's port is yet to be found.
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

const unused = 'SANDBOX_PORT 未生效：未启动演示收件箱 / SANDBOX_PORT has no effect: no sandbox is started'

/** Where none is asked for, its code is not loaded either. */
async function standIn(env: NodeJS.ProcessEnv): Promise<StandIn | undefined> {
  const { standInFor } = await import('@atrium/sandbox')
  return standInFor(env, await sandboxOptions(env))
}

/** Starts the sandbox where one is needed; ends the process with one line where its settings are wrong. */
export async function startSandbox(env: NodeJS.ProcessEnv): Promise<StartedSandbox> {
  try {
    const sandbox = (await hasDemonstration(env)) ? await standIn(env) : undefined
    if (!sandbox) return { environment: {}, announcement: env.SANDBOX_PORT?.trim() ? `  ${unused}\n\n` : '' }
    const { address, environment } = sandbox
    const label = '演示短信和邮件 / SMS and e-mails of the demonstration'
    return { environment, announcement: `  ${label}\n    ${await addressToOpen(address)}\n\n` }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
