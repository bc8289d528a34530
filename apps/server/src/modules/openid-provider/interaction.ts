import { languageOf, type ProductSignInStep } from '@atrium/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { errors, type InteractionResults } from 'oidc-provider'
import type { Caller } from '../../platform/caller/caller.ts'
import { findCaller } from '../../platform/caller/find-caller.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { translator } from '../../platform/texts/translator.ts'
import { rejectionOf } from './access.ts'
import { type ClientDomain, domainOf } from './clients.ts'
import { singleFactor } from './configuration.ts'
import { isHinted } from './login-hint.ts'
import type { InteractionResult, RunningProvider } from './provider.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Reasons for a sign-in that no sign-in here can meet. */
const unmet = ['essential_acr', 'essential_acrs']

/** Finds the interaction of a browser. The cookie and the address must agree. */
async function interactionOf(
  provider: Provider,
  { raw, params }: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    const found = await provider.interactionDetails(raw, reply.raw)
    return found.uid === (params as { uid: string }).uid ? found : undefined
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined
    throw error
  }
}

/** Returns the `sub` that the product wants, if its request names one. */
function wantedUser({ params, prompt }: Interaction): unknown {
  const { id_token_hint: hint } = params
  if (typeof hint === 'string')
    return JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString()).sub
  return (prompt.details.sub as { value?: unknown } | undefined)?.value
}

/**
 * Returns whether a session is good enough for an interaction: new enough, and of the right user. A user who has signed in
 * since the product asked may be another one than it expected.
 */
async function fits(
  services: Services,
  interaction: Interaction,
  caller: Caller,
  signedInAt: Date,
): Promise<boolean> {
  const { params, prompt, iat } = interaction
  const seconds = Math.floor(signedInAt.getTime() / 1000)
  const maxAge = params.max_age === undefined ? Number.POSITIVE_INFINITY : Number(params.max_age)
  const wanted = wantedUser(interaction)
  if (wanted !== undefined && wanted !== caller.userId) return false
  if (seconds >= iat) return true
  if (prompt.reasons.includes('login_prompt') || Date.now() / 1000 - seconds > maxAge) return false
  return wanted !== undefined || (await isHinted(services, caller.userId, params.login_hint))
}

interface Means {
  readonly services: Services
  readonly running: RunningProvider
}

/** Ends an interaction with a result. */
async function finish(
  { running }: Means,
  request: FastifyRequest,
  reply: FastifyReply,
  result: InteractionResults,
): Promise<ProductSignInStep> {
  const provider = await running.present()
  return { state: 'done', url: await provider.interactionResult(request.raw, reply.raw, result) }
}

/** Returns the name of a client's product and the tenant. */
const namesOf = ({ db }: Services, { tenantId, softwareId }: ClientDomain) =>
  inTransaction(db, asSystem, (trx) =>
    trx
      .selectFrom('software')
      .innerJoin('tenant', (join) => join.on('tenant.id', '=', tenantId))
      .select(['software.softwareName', 'software.softwareNameEn', 'tenant.tenantName'])
      .where('software.id', '=', softwareId)
      .executeTakeFirstOrThrow(),
  )

/**
 * Takes an interaction one step further: finishes it if the browser's session is good enough for the product, or
 * returns what is missing.
 */
export async function takeStep(
  means: Means,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProductSignInStep> {
  const { services, running } = means
  const provider = await running.present()
  const interaction = await interactionOf(provider, request, reply)
  const client = interaction && (await provider.Client.find(String(interaction.params.client_id)))
  if (!interaction || !client) return { state: 'expired' }
  const domain = domainOf(client as typeof client & Record<string, unknown>)
  const language = languageOf(request.headers.language)
  const names = await namesOf(services, domain)
  const product = (language === 'en' && names.softwareNameEn) || names.softwareName
  const about = { product, tenant: names.tenantName }
  if (interaction.prompt.reasons.some((reason) => unmet.includes(reason)))
    return finish(means, request, reply, { error: 'unmet_authentication_requirements' })
  const { sessionLifetime } = services.profile
  const caller = await findCaller(services.db, request.headers.authorization, sessionLifetime)
  if (typeof caller === 'number') return { state: 'signIn', ...about }
  const { createdAt, methods } = await inTransaction(services.db, asSystem, (trx) =>
    trx
      .selectFrom('session')
      .select(['createdAt', 'methods'])
      .where('tokenHash', '=', caller.sessionHash)
      .executeTakeFirstOrThrow(),
  )
  if (!(await fits(services, interaction, caller, createdAt))) return { state: 'signInAgain', ...about }
  const rejection = await rejectionOf(services, caller.userId, domain, language)
  if (rejection) {
    const message = translator(language)(rejection.key, rejection.params)
    return { state: 'rejected', ...about, message, userName: caller.userName }
  }
  const result: InteractionResult = {
    login: {
      accountId: caller.userId,
      ts: Math.floor(createdAt.getTime() / 1000),
      acr: singleFactor,
      ...(methods.length > 0 && { amr: methods }),
    },
    sessionHash: caller.sessionHash,
  }
  return finish(means, request, reply, result)
}

/** Gives an interaction up. The product gets the error `access_denied`. */
export async function cancel(
  means: Means,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProductSignInStep> {
  const provider = await means.running.present()
  if (!(await interactionOf(provider, request, reply))) return { state: 'expired' }
  return finish(means, request, reply, { error: 'access_denied', error_description: 'the user went back' })
}
