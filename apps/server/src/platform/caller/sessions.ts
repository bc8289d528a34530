import type { SessionLifetime, SignInMethod } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { SessionTable } from '../database/tables/sign-in.ts'
import type { Trx } from '../database/transaction.ts'
import type { Client } from './client.ts'
import { newToken, tokenHash } from './token.ts'

/** Returns the lifetimes as PostgreSQL intervals. A day is always 24 hours, even when clocks change. */
export const lifetimesOf = ({ administratorHours, otherDays }: SessionLifetime) => ({
  administrators: `${administratorHours} hours`,
  others: `${otherDays * 24} hours`,
})

/** Returns the condition that a session has neither ended nor expired, by the rules of `find_session`. */
export const isRunning = (lifetime: SessionLifetime): RawBuilder<boolean> => {
  const { administrators, others } = lifetimesOf(lifetime)
  return sql<boolean>`(ended_at is null and expires_at > now()
    and last_seen_at + interval '1 minute' + coalesce((select make_interval(mins => validity_time)
      from safe_strategy where validity_time > 0), 'infinity') > now()
    and created_at + case when administrator then ${administrators}::interval else ${others}::interval end > now())`
}

/** Reason why a session ended before it expired. */
export type EndReason = NonNullable<SessionTable['endedReason']>

const unended = (trx: Trx, reason: EndReason) =>
  trx
    .updateTable('session')
    .set({ endedAt: sql<Date>`now()`, endedReason: reason })
    .where('endedAt', 'is', null)

/** Ends every session of a user. Every process rejects their next call. */
export const endSessions = async (trx: Trx, userId: string, reason: EndReason): Promise<void> => {
  await unended(trx, reason).where('userId', '=', userId).execute()
}

/** Ends one session, because its user signed out. */
export const endSession = async (trx: Trx, sessionHash: string): Promise<void> => {
  await unended(trx, 'signed-out').where('tokenHash', '=', sessionHash).execute()
}

interface RunningSessions {
  readonly userId: string
  /** Id of the session to end; all sessions if omitted. */
  readonly id?: string
  /** Hash of the session to keep. */
  readonly but: string
  readonly lifetime: SessionLifetime
  readonly reason: EndReason
}

/**
 * Ends one or all running sessions of a user, except the one to keep.
 * @returns the ended sessions
 */
export const endRunningSessions = (trx: Trx, { userId, id, but, lifetime, reason }: RunningSessions) =>
  unended(trx, reason)
    .where('userId', '=', userId)
    .where('tokenHash', '<>', but)
    .where(isRunning(lifetime))
    .$if(id !== undefined, (sessions) => sessions.where('id', '=', id ?? ''))
    .returning(['id', 'address'])
    .execute()

/**
 * Begins a session, which lasts for the safe strategy's minutes after its last call, and no longer than its lifetime.
 * @param methods how the user signed in; none if another identity provider signed them in
 * @returns the token, which exists only in the response to the browser
 */
export const beginSession = async (
  trx: Trx,
  userId: string,
  client: Client,
  methods: readonly SignInMethod[] = [],
): Promise<string> => {
  const token = newToken()
  await trx
    .insertInto('session')
    .columns(['tokenHash', 'userId', 'address', 'userAgent', 'methods', 'expiresAt'])
    .expression((from) =>
      from
        .selectFrom('safeStrategy')
        .select([
          sql.val(tokenHash(token)).as('tokenHash'),
          sql.val(userId).as('userId'),
          sql.val(client.address).as('address'),
          sql.val(client.userAgent.slice(0, 500)).as('userAgent'),
          sql<SignInMethod[]>`${methods}::text[]`.as('methods'),
          sql<Date>`case when validity_time > 0 then now() + make_interval(mins => validity_time)
                    else 'infinity' end`.as('expiresAt'),
        ])
        .where('id', '=', 1),
    )
    .execute()
  return token
}
