import { issuerOf } from '@atrium/contract'
import Provider, { type InteractionResults, type KoaContextWithOIDC } from 'oidc-provider'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { beginningLimit, consumeLimit } from '../identity/limits/index.ts'
import { domainOf } from './clients.ts'
import { configurationOf, isSecretOf, type Requests, requestOf } from './configuration.ts'
import { rejectFlood } from './pages.ts'
import { bindSession, endBoundSession, recordSignIn } from './sign-ins.ts'
import { type SigningKeys, signingKeysOf } from './signing-keys.ts'

/** Milliseconds for which a process uses the keys before it looks for new ones. */
const keysLifetime = 60_000

/** The provider as a process has it now. */
export interface RunningProvider {
  /** Returns the provider with the deployment's present keys. */
  present(): Promise<Provider>
  /**
   * Notifies a product that a session has ended (OpenID Connect Back-Channel Logout 1.0), with a new token.
   * @throws OutboundFailure without a response, or an error with the product's `response` other than 200 and 204
   */
  notifyEnd(client: Client, userId: string, sid: string): Promise<void>
  readonly requests: Requests
}

type Client = InstanceType<Provider['Client']>

/** Result of an interaction: the sign-in that the library reads, and the session of the suite that it comes from. */
export interface InteractionResult extends InteractionResults {
  readonly login: {
    readonly accountId: string
    /** Time of the sign-in, in seconds since 1970. */
    readonly ts: number
    readonly acr: string
    /** How the user signed in (RFC 8176), if the suite knows it. */
    readonly amr?: string[]
  }
  /** Hash of the token. */
  readonly sessionHash: string
}

/**
 * Counts the records of people without a session. Too many from one address are deleted again.
 * @returns whether there were too many
 */
async function isOverLimit(
  services: Services,
  requests: Requests,
  ctx: KoaContextWithOIDC,
): Promise<boolean> {
  const { route, entities, session } = ctx.oidc
  if (session?.accountId) return false
  const made = route === 'end_session' ? session : entities.Interaction
  if (!made) return false
  const { address } = requestOf(requests, ctx).state
  const isAllowed = await inTransaction(services.db, asSystem, (trx) =>
    consumeLimit(trx, beginningLimit(address)),
  )
  if (!isAllowed) await made.destroy()
  return !isAllowed
}

/** Binds the sessions, and records the sign-in, when a code was made. Ends the suite's session with the provider's. */
async function follow(services: Services, requests: Requests, ctx: KoaContextWithOIDC): Promise<void> {
  const { oidc } = ctx
  const { session, client, result, entities } = oidc
  if (!session) return
  if (oidc.route === 'end_session_confirm') {
    const { destroyed } = session as unknown as { readonly destroyed?: boolean }
    if (destroyed) await inTransaction(services.db, asSystem, (trx) => endBoundSession(trx, session.uid))
    return
  }
  const { sessionHash } = (result ?? {}) as Partial<InteractionResult>
  const signedIn = entities.AuthorizationCode && client
  if (sessionHash === undefined && !signedIn) return
  const request = requestOf(requests, ctx)
  await inTransaction(services.db, asSystem, async (trx) => {
    if (sessionHash !== undefined) await bindSession(trx, session.uid, sessionHash)
    if (!signedIn) return
    await recordSignIn(trx, {
      domain: domainOf(client as typeof client & Record<string, unknown>),
      userId: session.accountId ?? '',
      uid: session.uid,
      sid: session.sidFor(client.clientId) ?? '',
      client: { address: request.state.address, userAgent: request.headers['user-agent'] ?? '' },
      requestId: request.id,
    })
  })
}

/** A provider, and the library's own way to notify a client, which is not for the requests of browsers. */
function build(services: Services, { version, jwks }: SigningKeys, requests: Requests) {
  const provider = new Provider(issuerOf(services.profile), configurationOf(services, jwks, requests))
  // The server sets the forwarded headers to the suite's public URL.
  provider.proxy = true
  const { Client } = provider
  Client.prototype.compareClientSecret = async function (sent: string) {
    return isSecretOf([this.clientSecret, Reflect.get(this, 'former_secret')], sent)
  }
  // Products are notified by the queue when the session ends, see `sign-outs`.
  const notify = Client.prototype.backchannelLogout
  Client.prototype.backchannelLogout = async () => {}
  provider.use(async (ctx, next) => {
    await next()
    if (!ctx.oidc) return
    const context = ctx as KoaContextWithOIDC
    if (await isOverLimit(services, requests, context)) rejectFlood(context, services.profile)
    else await follow(services, requests, context)
  })
  provider.on('server_error', (ctx, error) =>
    requestOf(requests, ctx).log.error({ err: error }, 'OpenID provider failed'),
  )
  const notifyEnd = async (client: Client, userId: string, sid: string): Promise<void> => {
    await Reflect.apply(notify as (sub: string, sid: string) => Promise<void>, client, [userId, sid])
  }
  return { version, provider, notifyEnd }
}

/** Creates the OpenID provider of a process. It is built anew when the deployment's keys change. */
export function createProvider(services: Services): RunningProvider {
  const requests: Requests = new WeakMap()
  let built: Promise<ReturnType<typeof build>> | undefined
  let checkedAt = 0
  const renew = async (before: typeof built) => {
    const keys = await signingKeysOf(services)
    const known = await before
    if (known?.version === keys.version) return known
    return build(services, keys, requests)
  }
  const present = async () => {
    if (!built || Date.now() - checkedAt > keysLifetime) {
      checkedAt = Date.now()
      const before = built
      built = renew(before).catch((error: unknown) => {
        built = before
        checkedAt = 0
        throw error
      })
    }
    return await built
  }
  return {
    requests,
    present: async () => (await present()).provider,
    notifyEnd: async (client, userId, sid) => (await present()).notifyEnd(client, userId, sid),
  }
}
