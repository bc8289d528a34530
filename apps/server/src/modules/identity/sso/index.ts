import { asciiDomain, codes, ssoSignIn, ssoStart, userStatus } from '@atrium/contract'
import { beginSession } from '../../../platform/caller/sessions.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { Rejection, reject } from '../../../platform/http/rejection.ts'
import { handleOwn, type Route } from '../../../platform/http/route.ts'
import type { Log, Services } from '../../../platform/http/work.ts'
import { rememberDevice } from '../attempts/index.ts'
import { recordingFailures } from '../failed-sign-ins/index.ts'
import { emailKey, hasVerified } from '../identifiers/index.ts'
import { attemptOf, forgetAttempt, keepAttempt } from './attempt-cookie.ts'
import { failureOf, returnedFailure, type SsoFailure } from './failure.ts'
import type { SingleSignOn, SsoIdentity } from './provider.ts'

export { singleSignOn } from './provider.ts'

/** Selects the user to whom an identity is already linked. */
const linkedUser = (trx: Trx, { issuer, subject }: SsoIdentity) =>
  trx
    .selectFrom('userIdentity')
    .innerJoin('appUser', 'appUser.id', 'userIdentity.userId')
    .select(['appUser.id', 'userName', 'status'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Returns an address with ASCII letters in lower case and an internationalised domain in its stored form. */
function comparable(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  const ascii = domain === domain.normalize('NFKC') ? asciiDomain(domain) : undefined
  return (address.slice(0, at) + (ascii ?? domain)).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * Finds a user by e-mail address. Both sides must have verified it; otherwise an attacker could enter another
 * person's address and wait. Only the case of ASCII letters and the form of the domain may differ from the provider's
 * address. Other look-alike letters make a different address.
 */
const userByEmail = async (trx: Trx, address: string) => {
  const user = await trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'status', 'email'])
    .where(hasVerified('email', [emailKey(address)]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user && comparable(user.email) === comparable(address) ? user : undefined
}

const link = async (trx: Trx, { issuer, subject }: SsoIdentity, userId: string): Promise<void> => {
  await trx
    .insertInto('userIdentity')
    .values({ issuer, subject, userId })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
}

/**
 * Returns the user of an identity by its link. At the first sign-in, finds the user by the e-mail address that both
 * sides have verified, and links the identity permanently.
 */
const userOfIdentity = async (trx: Trx, identity: SsoIdentity) => {
  const known = await linkedUser(trx, identity)
  if (known) return { ...known, linked: false }
  if (identity.verifiedEmail === undefined) return undefined
  const user = await userByEmail(trx, identity.verifiedEmail)
  if (!user) return undefined
  await link(trx, identity, user.id)
  return { ...user, linked: true }
}

const provider = ({ sso }: Services): SingleSignOn => sso ?? reject(codes.switchedOff)

const note = (log: Log, { reason }: Pick<SsoFailure, 'reason'>): void =>
  log.warn({ reason }, 'single sign-on failed')

const responses = {
  cancelled: [codes.badCode, 'identity.refusal.ssoCancelled'],
  refused: [codes.badCode, 'identity.refusal.ssoFailed'],
  unavailable: [codes.productFailed, 'identity.refusal.ssoUnavailable'],
  unknown: [codes.notFound, 'identity.refusal.ssoUnknownUser'],
  locked: [codes.forbidden, 'refusal.userLocked'],
} as const

const fail = (log: Log, failure: SsoFailure, tried?: Rejection['tried']): never => {
  note(log, failure)
  const [code, key] = responses[failure.kind]
  throw new Rejection(code, { key, tried })
}

/** Handles GET /sys/sso/start. If the provider is unavailable, redirects the browser to a page with that message. */
const ssoStartRoute = handleOwn(ssoStart, async ({ services, cookies, log }) => {
  const begun = await provider(services)
    .begin()
    .catch((error: unknown) => note(log, failureOf(error)))
  if (!begun) return `${services.profile.publicUrl}/?error=temporarily_unavailable`
  const { url, ...attempt } = begun
  keepAttempt(cookies, services.secrets, services.profile, attempt)
  return url
})

/** Handles POST /sys/ssoLogin. An external identity provider owns the password, so our password rules do not apply. */
const ssoSignInRoute = handleOwn(ssoSignIn, async (work) => {
  const { input, client, cookies, system, services, log } = work
  const sso = provider(services)
  const attempt = attemptOf(cookies, services.secrets)
  if (!attempt)
    return fail(log, input.error ? returnedFailure(input.error) : { kind: 'refused', reason: 'no_attempt' })
  // An attempt works once, regardless of its result.
  forgetAttempt(cookies, services.profile)
  const identity = await sso.finish(attempt, input).catch((error: unknown) => fail(log, failureOf(error)))
  const { userId, response } = await system(async (trx, audit) => {
    const user = await userOfIdentity(trx, identity)
    const email = identity.verifiedEmail ?? ''
    if (!user) return fail(log, { kind: 'unknown', reason: 'unknown_user' }, { email })
    if (user.status !== userStatus.normal)
      return fail(log, { kind: 'locked', reason: 'locked_user' }, { userId: user.id })
    const token = await beginSession(trx, user.id, client)
    const actor = { userId: user.id, userName: user.userName }
    const linkedTo = user.linked ? { issuer: identity.issuer, subject: identity.subject } : {}
    audit({ entity: 'session', entityId: user.id, after: { address: client.address, ...linkedTo }, actor })
    return { userId: user.id, response: { token, isOverdue: false, nearExpiredDay: 0 } }
  })
  rememberDevice(work, userId)
  return response
})

/** Calls for signing in with the deployment's identity provider. */
export const ssoRoutes: readonly Route[] = [
  ssoStartRoute,
  // Only the provider's claims identify the user.
  recordingFailures(ssoSignInRoute, () => ({ email: '' })),
]
