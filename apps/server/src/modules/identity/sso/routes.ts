import { codes, ssoSignIn, ssoStart } from '@atrium/contract'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { Services } from '../../../http/services.ts'
import { beginSession } from '../session/index.ts'
import { attemptOf, forgetAttempt, keepAttempt } from './attempt-cookie.ts'
import { userOfIdentity } from './find-user.ts'
import { isRefusal, type SingleSignOn } from './provider.ts'

const provider = ({ sso }: Services): SingleSignOn => sso ?? refuse(codes.switchedOff)

const failed = (error: unknown): never =>
  isRefusal(error)
    ? refuse(codes.badCode, 'refusal.ssoFailed')
    : refuse(codes.productFailed, 'refusal.ssoUnavailable')

/** GET /sys/sso/start. */
export const ssoStartRoute = handleOwn(ssoStart, async ({ services, cookies }) => {
  const { url, ...attempt } = await provider(services).begin().catch(failed)
  keepAttempt(cookies, services.secrets, services.profile, attempt)
  return url
})

/** POST /sys/ssoLogin. A password of ours says nothing here, so neither do its rules. */
export const ssoSignInRoute = handleOwn(ssoSignIn, async ({ input, client, cookies, system, services }) => {
  const sso = provider(services)
  const attempt = attemptOf(cookies, services.secrets)
  if (!attempt) return refuse(codes.badCode, 'refusal.ssoFailed')
  // Whatever comes of it, an attempt serves once.
  forgetAttempt(cookies, services.profile)
  const identity = await sso.finish(attempt, input).catch(failed)
  return system(async (trx, audit) => {
    const user = await userOfIdentity(trx, identity)
    if (!user) return refuse(codes.notFound, 'refusal.ssoUnknownUser')
    if (user.status !== '0') return refuse(codes.forbidden, 'refusal.userLocked')
    const token = await beginSession(trx, user.id, client)
    const actor = { userId: user.id, userName: user.userName }
    const linkedTo = user.linked ? { issuer: identity.issuer, subject: identity.subject } : {}
    audit({ entity: 'session', entityId: user.id, after: { address: client.address, ...linkedTo }, actor })
    return { token, isOverdue: false, nearExpiredDay: 0 }
  })
})

export const ssoRoutes = [ssoStartRoute, ssoSignInRoute]
