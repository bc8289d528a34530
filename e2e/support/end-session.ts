import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'

/** How a session ends on the server while its page is open: by the time, or by an administrator. */
export type SessionEnd = 'expired' | 'ended'

const past = new Date(Date.now() - 60_000)

/** The key of the session that a page has. */
const keyOf = async (page: Page): Promise<string> => {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'usercache')
  return (JSON.parse(decodeURIComponent(cookie?.value ?? '{}')) as { sessionKey: string }).sessionKey
}

/** Ends the session of a page in the database of the running server. */
export const endSessionOf = async (page: Page, end: SessionEnd): Promise<void> => {
  const hash = createHash('sha256')
    .update(await keyOf(page))
    .digest('hex')
  await inDatabase((trx) =>
    trx
      .updateTable('session')
      .set(end === 'expired' ? { expiresAt: past } : { endedAt: past, endedReason: 'administrator' })
      .where('tokenHash', '=', hash)
      .execute(),
  )
}
