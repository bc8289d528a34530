import { type Call, codes, endOwnSessions, endUserSessions, type SessionLifetime } from '@atrium/contract'
import type { Caller } from '../../../platform/caller/caller.ts'
import { endRunningSessions } from '../../../platform/caller/sessions.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Audit, OwnWork } from '../../../platform/http/work.ts'
import { rejectUnlessReaches } from '../../access/index.ts'
import { consumeLimit, endSessionsLimit } from '../limits/index.ts'

/** Uses the caller's limit in a separate transaction, so that unknown ids count too. */
const spendEnding = async <C extends Call>({ caller, system }: OwnWork<C>): Promise<void> => {
  if (!(await system((trx) => consumeLimit(trx, endSessionsLimit(caller.userId))))) reject(codes.limitReached)
}

interface Ending {
  /** Owner of the sessions. */
  readonly userId: string
  readonly wanted: { readonly all: boolean; readonly id: string }
  readonly lifetime: SessionLifetime
}

/**
 * Ends one or all of a user's sessions, except the caller's current one.
 * @throws Rejection 404 if the session is not the user's or has ended, 409 if it is the current one
 */
const end = async (trx: Trx, audit: Audit, caller: Caller, { userId, wanted, lifetime }: Ending) => {
  const ended = await endRunningSessions(trx, {
    userId,
    lifetime,
    but: caller.sessionHash,
    ...(!wanted.all && { id: wanted.id }),
    reason: userId === caller.userId ? 'other-session' : 'administrator',
  })
  if (!wanted.all && ended.length === 0) await rejectUnlessGone(trx, caller, wanted.id)
  audit({ entity: 'session', entityId: userId, before: { sessions: ended } })
  return null
}

const rejectUnlessGone = async (trx: Trx, { sessionHash }: Caller, id: string): Promise<never> => {
  const present = await trx
    .selectFrom('session')
    .select('id')
    .where('tokenHash', '=', sessionHash)
    .executeTakeFirst()
  return present?.id === id ? reject(codes.conflict, 'session.refusal.present') : reject(codes.notFound)
}

/** POST /sys/user/session/end/self. */
export const endOwnSessionsRoute = handleOwn(endOwnSessions, async (work) => {
  const { input, caller, services, system } = work
  await spendEnding(work)
  const { sessionLifetime: lifetime } = services.profile
  return system((trx, audit) => end(trx, audit, caller, { userId: caller.userId, wanted: input, lifetime }))
})

/** POST /sys/user/session/end/admin. */
export const endUserSessionsRoute = handleOwn(endUserSessions, async (work) => {
  const { input, caller, services, system } = work
  await spendEnding(work)
  const { sessionLifetime: lifetime } = services.profile
  return system(async (trx, audit) => {
    await rejectUnlessReaches(trx, caller, input.userId)
    return end(trx, audit, caller, { userId: input.userId, wanted: input, lifetime })
  })
})
