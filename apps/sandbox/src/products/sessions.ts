import { createHash, randomBytes } from 'node:crypto'
import type { HandedOver } from '@atrium/contract'

/** Somebody who is signed in at a product. */
export interface Session {
  readonly userId: string
  readonly tenantId: string
  readonly tenantName: string
  /** The opened study; '' if only the product was opened. */
  readonly studyUrlId: string
  /** Minutes without a call after which it ends; 0 never. */
  readonly validityTime: number
}

export interface Sessions {
  /** @returns what the browser keeps of it */
  begin(handed: HandedOver): string
  /** The session of a browser, which this renews; undefined if it has none. */
  find(token: string): Session | undefined
  end(token: string): void
}

/** After this a session ends however busy: who is no longer authorized is out within half a day. Milliseconds. */
const maxAge = 12 * 3_600_000

const minute = 60_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The sessions of a product, in memory: after a restart users come from the suite again. */
export function createSessions(now: () => number = Date.now): Sessions {
  const sessions = new Map<string, Session & { readonly begunAt: number; usedAt: number }>()
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
    begin: ({ user, tenant, studyUrlId, validityTime }) => {
      for (const [hash, session] of sessions) if (isOver(session)) sessions.delete(hash)
      const token = randomBytes(32).toString('base64url')
      const { tenantId, tenantName } = tenant
      const times = { begunAt: now(), usedAt: now() }
      sessions.set(hashOf(token), {
        userId: user.userId,
        tenantId,
        tenantName,
        studyUrlId,
        validityTime,
        ...times,
      })
      return token
    },
    find: (token) => {
      const session = sessions.get(hashOf(token))
      if (!session || isOver(session)) return undefined
      session.usedAt = now()
      return session
    },
    end: (token) => void sessions.delete(hashOf(token)),
  }
}
