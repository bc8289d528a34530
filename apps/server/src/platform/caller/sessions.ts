import type { SessionLifetime } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { SessionTable } from '../database/tables/sign-in.ts'
import type { Trx } from '../database/transaction.ts'
import type { Client } from './client.ts'
import { newToken, tokenHash } from './token.ts'

/** The lifetimes as intervals of PostgreSQL. A day is always 24 hours, also when clocks change. */
export const lifetimesOf = ({ administratorHours, otherDays }: SessionLifetime) => ({
  administrators: `${administratorHours} hours`,
  others: `${otherDays * 24} hours`,
})

/** Whether a session is neither ended nor out of its time, as `find_session` counts it. */
export const isRunning = (lifetime: SessionLifetime): RawBuilder<boolean> => {
  const { administrators, others } = lifetimesOf(lifetime)
  return sql<boolean>`(ended_at is null and expires_at > now()
    and last_seen_at + interval '1 minute' + coalesce((select make_interval(mins => validity_time)
      from safe_strategy where validity_time > 0), 'infinity') > now()
    and created_at + case when administrator then ${administrators}::interval else ${others}::interval end > now())`
}

/** Why a session ended before its time. */
export type EndReason = NonNullable<SessionTable['endedReason']>

const unended = (trx: Trx, reason: EndReason) =>
  trx
    .updateTable('session')
    .set({ endedAt: sql<Date>`now()`, endedReason: reason })
    .where('endedAt', 'is', null)

/** Ends every session of a user: their next call is rejected, on whichever process it arrives. */
export const endSessions = async (trx: Trx, userId: string, reason: EndReason): Promise<void> => {
  await unended(trx, reason).where('userId', '=', userId).execute()
}

/** Ends one session, because its user signed out. */
export const endSession = async (trx: Trx, sessionHash: string): Promise<void> => {
  await unended(trx, 'signed-out').where('tokenHash', '=', sessionHash).execute()
}

interface RunningSessions {
  readonly userId: string
  /** The one of them that is meant; all unless given. */
  readonly id?: string
  /** The hash of the session that continues. */
  readonly but: string
  readonly lifetime: SessionLifetime
  readonly reason: EndReason
}

/**
 * Ends some of the sessions that a user has running.
 * @returns what ended
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
 * @returns the token, which is nowhere but in the response to the browser
 */
export const beginSession = async (trx: Trx, userId: string, client: Client): Promise<string> => {
  const token = newToken()
  await trx
    .insertInto('session')
    .columns(['tokenHash', 'userId', 'address', 'userAgent', 'expiresAt'])
    .expression((from) =>
      from
        .selectFrom('safeStrategy')
        .select([
          sql.val(tokenHash(token)).as('tokenHash'),
          sql.val(userId).as('userId'),
          sql.val(client.address).as('address'),
          sql.val(client.userAgent.slice(0, 500)).as('userAgent'),
          sql<Date>`case when validity_time > 0 then now() + make_interval(mins => validity_time)
                    else 'infinity' end`.as('expiresAt'),
        ])
        .where('id', '=', 1),
    )
    .execute()
  return token
}
