import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'

/** How long a session over is still answered with the reason. */
const rememberedDays = 90

/** How many each sign-in clears away: more than it adds, so that the table does not grow for ever. */
const swept = 100

/**
 * Removes some of the sessions long over, whose tokens were answered with the reason until now. Rows that
 * somebody else holds are left for later.
 */
export const forgetOldSessions = async (trx: Trx): Promise<void> => {
  await sql`delete from session where token_hash in (
      select token_hash from session
      where expires_at < now() - make_interval(days => ${rememberedDays})
      limit ${swept} for update skip locked)`.execute(trx)
}
