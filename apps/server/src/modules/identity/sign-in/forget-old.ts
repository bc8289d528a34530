import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import { policy } from '../failures/index.ts'

/** How much of each one sign-in clears away: more than it adds, so that neither table grows for ever. */
const swept = 100

/**
 * Removes some of what sign-in leaves behind: sessions long over, whose tokens were answered with the reason
 * until now, and counts of failures that no longer count. Rows that somebody else holds are left for later.
 */
export const forgetOld = async (trx: Trx): Promise<void> => {
  await sql`with sessions as (
      delete from session where token_hash in (
        select token_hash from session
        where expires_at < now() - make_interval(days => ${policy.knownAddressDays})
        limit ${swept} for update skip locked)
    )
    delete from login_failure where (name_key, address) in (
      select name_key, address from login_failure
      where last_failed_at < now() - make_interval(hours => ${policy.forgottenAfterHours})
      limit ${swept} for update skip locked)`.execute(trx)
}
