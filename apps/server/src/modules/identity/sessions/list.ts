import { ownSessions, type Session, type SessionLifetime, userSessions } from '@atrium/contract'
import Bowser from 'bowser'
import { sql } from 'kysely'
import { isRunning } from '../../../platform/caller/sessions.ts'
import { type Paging, pageOf } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { handle, handleOwn } from '../../../platform/http/route.ts'
import { rejectUnlessReaches } from '../../access/index.ts'

/** Maximum number of characters shown of an unknown user agent. */
const maxLength = 60

const majorOf = (version: string | undefined): string => version?.split('.')[0] ?? ''

/**
 * Returns the browser with its major version and the operating system: 'Chrome 131 · Windows'. Browsers no longer
 * report the system's version truthfully, so it is left out.
 * @param userAgent the client's own description, which the client can choose freely
 * @returns the truncated description if it names neither; '' if it is empty
 */
export const deviceOf = (userAgent: string): string => {
  const text = userAgent.trim()
  if (text === '') return ''
  const { browser, os } = Bowser.parse(text)
  const known = [[browser.name, majorOf(browser.version)].filter(Boolean).join(' '), os.name].filter(Boolean)
  return known.join(' · ') || text.slice(0, maxLength)
}

interface Wanted extends Paging {
  readonly userId: string
  /** Token hash of the caller's session. */
  readonly present: string
  readonly lifetime: SessionLifetime
}

/** Returns one page of a user's running sessions: the current one first, then the others by last use. */
const pageOfSessions = (trx: Trx, { userId, present, lifetime, ...paging }: Wanted) =>
  pageOf(
    trx,
    trx.selectFrom('session').where('userId', '=', userId).where(isRunning(lifetime)),
    paging,
    (running) =>
      running
        .select(['id', 'userAgent', 'address', 'methods', 'createdAt', 'lastSeenAt'])
        .select(sql<boolean>`token_hash = ${present}`.as('current'))
        .orderBy('current', 'desc')
        .orderBy('lastSeenAt', 'desc')
        .orderBy('id'),
    ({ userAgent, createdAt, lastSeenAt, ...row }): Session => ({
      ...row,
      device: deviceOf(userAgent),
      signInTime: createdAt.toISOString(),
      lastUseTime: lastSeenAt.toISOString(),
    }),
  )

/** POST /sys/user/session/list/self. */
export const ownSessionsRoute = handle(
  ownSessions,
  ({ input, caller, services, trx }) =>
    pageOfSessions(trx, {
      ...input,
      userId: caller.userId,
      present: caller.sessionHash,
      lifetime: services.profile.sessionLifetime,
    }),
  { asSystem: true },
)

/** Handles POST /sys/user/session/list/admin. Sessions are shown only to callers who may end them. */
export const userSessionsRoute = handleOwn(userSessions, ({ input, caller, services, system }) =>
  system(async (trx) => {
    await rejectUnlessReaches(trx, caller, input.userId)
    return pageOfSessions(trx, {
      ...input,
      present: caller.sessionHash,
      lifetime: services.profile.sessionLifetime,
    })
  }),
)
