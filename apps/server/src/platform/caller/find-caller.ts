import { codes, languageOf, type SessionLifetime } from '@atrium/contract'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Caller } from './caller.ts'
import { type FoundRights, toRights } from './rights.ts'
import { lifetimesOf } from './sessions.ts'
import { tokenHash } from './token.ts'

/** Reason for rejecting a token: missing or unknown, expired, or ended by someone other than its user. */
type SessionRejection = typeof codes.noSession | typeof codes.sessionExpired | typeof codes.sessionEnded

/** Result of the database function `find_session`. */
interface FoundSession extends FoundRights {
  state: 'good' | 'expired' | 'ended' | 'signed-out'
  userId: string
  userName: string
  language: string
}

const rejections = {
  expired: codes.sessionExpired,
  ended: codes.sessionEnded,
  'signed-out': codes.noSession,
} as const

/** A constant query text, since every call runs it. */
const findSession = 'select * from find_session($1, $2::interval, $3::interval)'

const toCaller = (found: FoundSession, sessionHash: string): Caller => ({
  userId: found.userId,
  userName: found.userName,
  language: languageOf(found.language),
  ...toRights(found),
  sessionHash,
})

/**
 * Finds the user of a token, with their current menus, in one round trip. Extends the session's expiry, at most once
 * a minute and never beyond the session's lifetime.
 * @param db the pool itself, outside any transaction
 * @param token the Authorization header's value
 * @param lifetime the profile's current lifetime: a shorter one also ends existing sessions
 * @returns the caller, or the code of the rejection
 */
export const findCaller = async (
  db: Kysely<Database>,
  token: string | undefined,
  lifetime: SessionLifetime,
): Promise<Caller | SessionRejection> => {
  if (!token) return codes.noSession
  const sessionHash = tokenHash(token)
  const { administrators, others } = lifetimesOf(lifetime)
  const { rows } = await db.executeQuery<FoundSession>(
    CompiledQuery.raw(findSession, [sessionHash, administrators, others]),
  )
  const found = rows[0]
  if (!found) return codes.noSession
  return found.state === 'good' ? toCaller(found, sessionHash) : rejections[found.state]
}
