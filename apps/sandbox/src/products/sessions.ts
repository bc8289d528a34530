import { createHash, randomBytes } from 'node:crypto'
import type { HandedOver } from '@atrium/contract'

/** How a user signed in with OpenID Connect. */
export interface OpenidSignIn {
  /** The domain where the user signed in. */
  readonly clientId: string
  /** The user's session at the suite. */
  readonly sid: string
  /** ID token, with which the user can sign out of the suite. */
  readonly idToken: string
}

/** What a logout token of the suite ends. */
export interface SignOut {
  readonly clientIds: readonly string[]
  /** Session at the suite; undefined for all sessions of the user. */
  readonly sid: string | undefined
  /** Undefined for every user of the session. */
  readonly userId: string | undefined
}

/** Session of a user at a product. */
export interface Session {
  readonly userId: string
  readonly tenantId: string
  readonly tenantName: string
  /** The opened study, or '' if the product was opened without one. */
  readonly studyUrlId: string
  /** Minutes without a call after which the session ends. 0 means never. */
  readonly validityTime: number
  /** Undefined if the user came with a one-time code. */
  readonly openid?: OpenidSignIn
}

/** A session that the suite has ended before its time. */
interface EndedSession extends Session {
  /** `withdrawn`: the user may no longer open the product. `signedOut`: the user was signed out in the suite. */
  readonly ended: 'withdrawn' | 'signedOut'
}

export interface Sessions {
  /**
   * Begins a session.
   * @returns the token for the browser's cookie
   */
  begin(handed: HandedOver, openid?: OpenidSignIn): string
  /**
   * Returns and renews the session of a token.
   * @returns undefined if there is no session
   */
  find(token: string): Session | undefined
  end(token: string): void
  /** Ends all sessions of a user in a tenant because the suite withdrew the user's access. */
  withdraw(userId: string, tenantId: string): void
  /** Ends the sessions that a logout token of the suite is about. */
  signOut(signOut: SignOut): void
  /** Returns the session of a token if the suite ended it and it would still be open otherwise. */
  findEnded(token: string): EndedSession | undefined
  /** Returns the domains where users have signed in with OpenID Connect and still have sessions. */
  clientIds(): string[]
}

/**
 * Maximum age of a session in milliseconds, even if it is in use. Users who lose their authorization are out within
 * half a day, even if no access notice arrives.
 */
const maxAge = 12 * 3_600_000

const minute = 60_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Creates the sessions of a product. They are kept in memory: after a restart, users have to come from the suite again. */
export function createSessions(now: () => number = Date.now): Sessions {
  const sessions = new Map<
    string,
    Session & { begunAt: number; usedAt: number; ended?: EndedSession['ended'] }
  >()
  const isOver = ({
    begunAt,
    usedAt,
    validityTime,
  }: {
    begunAt: number
    usedAt: number
    validityTime: number
  }) => now() - begunAt > maxAge || (validityTime > 0 && now() - usedAt > validityTime * minute)
  return {
    begin: ({ user, tenant, studyUrlId, validityTime }, openid) => {
      for (const [hash, session] of sessions) if (isOver(session)) sessions.delete(hash)
      const token = randomBytes(32).toString('base64url')
      const { tenantId, tenantName } = tenant
      sessions.set(hashOf(token), {
        userId: user.userId,
        tenantId,
        tenantName,
        studyUrlId,
        validityTime,
        openid,
        begunAt: now(),
        usedAt: now(),
      })
      return token
    },
    find: (token) => {
      const session = sessions.get(hashOf(token))
      if (!session || session.ended || isOver(session)) return undefined
      session.usedAt = now()
      return session
    },
    end: (token) => void sessions.delete(hashOf(token)),
    withdraw: (userId, tenantId) => {
      for (const session of sessions.values())
        if (session.userId === userId && session.tenantId === tenantId) session.ended = 'withdrawn'
    },
    signOut: ({ clientIds, sid, userId }) => {
      for (const session of sessions.values())
        if (
          session.openid &&
          clientIds.includes(session.openid.clientId) &&
          session.openid.sid === (sid ?? session.openid.sid) &&
          session.userId === (userId ?? session.userId)
        )
          session.ended ??= 'signedOut'
    },
    findEnded: (token) => {
      const session = sessions.get(hashOf(token))
      return session?.ended && !isOver(session) ? { ...session, ended: session.ended } : undefined
    },
    clientIds: () =>
      [...sessions.values()].flatMap((session) =>
        session.openid && !isOver(session) ? session.openid.clientId : [],
      ),
  }
}
