import { type SignInMethod, type SignInResponse, signOut } from '@atrium/contract'
import type { Client } from '../../../platform/caller/client.ts'
import { beginSession, endSession } from '../../../platform/caller/sessions.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Audit } from '../../../platform/http/work.ts'
import type { AttemptedUser } from '../attempts/index.ts'
import { mustChange, passwordAge } from '../passwords/index.ts'

/**
 * Begins the session of a user who has proved their identity, unless their password must be changed. Users of an
 * external identity source have no password that could expire.
 * @param methods how the user proved it
 * @param facts additional fields of the sign-in's audit event
 */
export const completeSignIn = async (
  trx: Trx,
  audit: Audit,
  client: Client,
  user: AttemptedUser,
  methods: readonly SignInMethod[],
  facts: { readonly phoneValid?: number } = {},
): Promise<SignInResponse | 'must change'> => {
  const hasPassword = user.passwordHash !== null
  if (hasPassword && mustChange(user)) return 'must change'
  const age = passwordAge(user.passwordChangedAt, user, new Date())
  const token = await beginSession(trx, user.id, client, methods)
  const actor = { userId: user.id, userName: user.userName }
  audit({
    entity: 'session',
    entityId: user.id,
    after: { address: client.address, methods, ...facts },
    actor,
  })
  return {
    token,
    isOverdue: hasPassword && age.isOverdue,
    nearExpiredDay: hasPassword ? age.nearExpiredDay : 0,
  }
}

/** POST /sys/logout. */
export const signOutRoute = handleOwn(signOut, async ({ caller, system }) =>
  system(async (trx, audit) => {
    await endSession(trx, caller.sessionHash)
    audit({ entity: 'session', entityId: caller.userId })
    return null
  }),
)
