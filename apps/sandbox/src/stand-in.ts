import { type Sandbox, type SandboxOptions, startSandbox } from './start.ts'

/** A sandbox for what a deployment has not configured. */
export interface StandIn {
  /** URL of the inbox page. */
  readonly address: string
  /** The settings that were missing, and those that lead to its products. */
  readonly environment: Partial<Sandbox['environment']> & {
    /** Its URL, and the sandbox's: a private address, which the server would not call otherwise. */
    readonly OUTBOUND_ALLOW: string
    readonly DEMO_PRODUCTS_URL: string
    /** Set where its inbox takes the e-mail. */
    readonly DEMO_MAIL?: '1'
  }
  close(): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

const isMissing = (env: Environment, name: string): boolean => !env[name]?.trim()

/** @throws RangeError if it is no port */
function portOf(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new RangeError('Please correct the environment: SANDBOX_PORT must be a whole number from 0 to 65535.')
}

/**
 * Starts a sandbox if no way for e-mail or SMS is configured. SANDBOX_PORT is the port of its page, 8025 by default.
 *
 * @param options of the sandbox except its port
 * @returns undefined if none is needed
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
