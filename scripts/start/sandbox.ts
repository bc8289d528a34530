import { type StandIn, standInFor } from '@atrium/sandbox'

interface StartedSandbox extends Pick<StandIn, 'environment'> {
  /** Where the messages can be read, in both languages. */
  readonly announcement: string
}

/** Starts the sandbox where one is needed; ends the process with one line where its settings are wrong. */
export async function startSandbox(env: NodeJS.ProcessEnv): Promise<StartedSandbox | undefined> {
  try {
    const sandbox = await standInFor(env)
    if (!sandbox) return undefined
    const { address, environment } = sandbox
    const label = '演示短信和邮件 / SMS and e-mails of the demonstration'
    return { environment, announcement: `  ${label}\n    ${address}\n` }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}
