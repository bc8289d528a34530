import { type Sandbox, type SandboxOptions, startSandbox } from './start.ts'

/** A sandbox that replaces services missing in a deployment. */
export interface StandIn {
  /** URL of the inbox page. */
  readonly address: string
  /** The missing settings, and the settings for the sandbox's products. */
  readonly environment: Partial<Sandbox['environment']> & {
    /** The previous value and the sandbox's host. The server would not call a private address otherwise. */
    readonly OUTBOUND_ALLOW: string
    readonly DEMO_PRODUCTS_URL: string
    /** Set if the sandbox's inbox receives the e-mail. */
    readonly DEMO_MAIL?: '1'
  }
  close(): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

const isMissing = (env: Environment, name: string): boolean => !env[name]?.trim()

/** @throws RangeError if the text is not a port */
function portOf(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new RangeError('Please correct the environment: SANDBOX_PORT must be a whole number from 0 to 65535.')
}

/**
 * Starts a sandbox if the deployment has no e-mail server or no SMS gateway. SANDBOX_PORT is the port of its page,
 * 8025 by default.
 * @param options options of the sandbox except its port
 * @returns undefined if no sandbox is needed
 */
export async function standInFor(
  env: Environment,
  options: Omit<SandboxOptions, 'port'> = {},
): Promise<StandIn | undefined> {
  const noMail = isMissing(env, 'SMTP_URL')
  const noSms = isMissing(env, 'SMS_GATEWAY_URL')
  if (!(noMail || noSms)) return undefined
  const { SANDBOX_PORT = '' } = env
  const port = isMissing(env, 'SANDBOX_PORT') ? undefined : portOf(SANDBOX_PORT)
  const { address, environment, productsUrl, close } = await startSandbox({ port, ...options })
  const { SMTP_URL, SMS_GATEWAY_URL } = environment
  const messages = { ...(noMail && { SMTP_URL, DEMO_MAIL: '1' as const }), ...(noSms && { SMS_GATEWAY_URL }) }
  const allowed = isMissing(env, 'OUTBOUND_ALLOW') ? [] : [env.OUTBOUND_ALLOW]
  const products = {
    OUTBOUND_ALLOW: [...allowed, new URL(address).host].join(),
    DEMO_PRODUCTS_URL: productsUrl,
  }
  return { address, environment: { ...messages, ...products }, close }
}
