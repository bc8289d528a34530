import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'

/**
 * The way in which a session ends on the server while its page is open: through inactivity, its maximum lifetime, or
 * an administrator.
 */
type SessionEnd = 'expired' | 'outlived' | 'ended'

const past = new Date(Date.now() - 60_000)
const yearAgo = new Date(Date.now() - 365 * 24 * 3600 * 1000)

const ends = {
  expired: { expiresAt: past },
  outlived: { createdAt: yearAgo },
  ended: { endedAt: past, endedReason: 'administrator' },
} as const

/** Returns the key of a page's session. */
const keyOf = async (page: Page): Promise<string> => {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'usercache')
  return (JSON.parse(decodeURIComponent(cookie?.value ?? '{}')) as { sessionKey: string }).sessionKey
}

/**
 * Ends the session of a page in the database of the running server.
 * @param dataDir data folder of the server; by default that of the shared server
 */
export const endSessionOf = async (page: Page, end: SessionEnd, dataDir?: string): Promise<void> => {
  const hash = createHash('sha256')
    .update(await keyOf(page))
    .digest('hex')
  await inDatabase(
    (trx) => trx.updateTable('session').set(ends[end]).where('tokenHash', '=', hash).execute(),
    dataDir,
  )
}
