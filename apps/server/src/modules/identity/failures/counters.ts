import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import { type Counts, policy } from './policy.ts'

/** Whose failures: a name by its key, and the group of the address that they come from. */
export interface Pair {
  readonly nameKey: string
  readonly group: string
}

/** The address under which a name alone is counted. */
export const anyAddress = '*'

const forgotten = sql<Date>`clock_timestamp() - make_interval(hours => ${policy.forgottenAfterHours})`

/** Failures that still count: none after a quiet day, and after a lock just enough to ask for a captcha. */
const standing = sql<number>`case
  when login_failure.last_failed_at < ${forgotten} then 0
  when login_failure.locked_until < clock_timestamp() then ${policy.captchaAbove + 1}::int
  else login_failure.failures end`

const standingLock = sql<Date | null>`case
  when login_failure.locked_until >= clock_timestamp() then login_failure.locked_until end`

/**
 * Reads the counts of a pair and of its name and holds them until the transaction ends, so that attempts that
 * come at once take turns.
 */
export const holdCounts = async (trx: Trx, { nameKey, group }: Pair): Promise<Counts> => {
  const rows = await trx
    .insertInto('loginFailure')
    .values([
      { nameKey, address: group },
      { nameKey, address: anyAddress },
    ])
    .onConflict((conflict) =>
      conflict.columns(['nameKey', 'address']).doUpdateSet({ failures: standing, lockedUntil: standingLock }),
    )
    .returning(['address', 'failures', 'lockedUntil'])
    .execute()
  const pair = rows.find(({ address }) => address === group)
  const name = rows.find(({ address }) => address === anyAddress)
  return { pair: pair?.failures ?? 0, pairLocked: pair?.lockedUntil != null, name: name?.failures ?? 0 }
}

/** How many counts that no longer count each failure clears away: more than it adds. */
const swept = 10

/** Counts that somebody else holds are left for later. */
const forgetOld = async (trx: Trx): Promise<void> => {
  await sql`delete from login_failure where (name_key, address) in (
      select name_key, address from login_failure where last_failed_at < ${forgotten}
      limit ${swept} for update skip locked)`.execute(trx)
}

/** Counts a failure of the pair and of its name; the one that reaches the limit locks the pair. */
export const countFailure = async (trx: Trx, { nameKey, group }: Pair): Promise<void> => {
  await trx
    .updateTable('loginFailure')
    .set({
      failures: sql<number>`failures + 1`,
      lastFailedAt: sql<Date>`clock_timestamp()`,
      lockedUntil: sql<Date | null>`case when address <> ${anyAddress} and failures + 1 >= ${policy.lockAt}
        then clock_timestamp() + make_interval(mins => ${policy.lockMinutes}) end`,
    })
    .where('nameKey', '=', nameKey)
    .where('address', 'in', [group, anyAddress])
    .execute()
  await forgetOld(trx)
}

/**
 * Takes back what a successful attempt has counted: all of its pair's failures, its own one of the name's. The
 * pair comes first, as in `holdCounts`: in two orders, two attempts at once would stop each other.
 */
export const clearFailures = async (trx: Trx, { nameKey, group }: Pair): Promise<void> => {
  await trx.deleteFrom('loginFailure').where('nameKey', '=', nameKey).where('address', '=', group).execute()
  await trx
    .updateTable('loginFailure')
    .set({ failures: sql<number>`greatest(failures - 1, 0)` })
    .where('nameKey', '=', nameKey)
    .where('address', '=', anyAddress)
    .execute()
}
