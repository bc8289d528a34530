import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../database/schema.ts'
import type { Trx } from '../../../database/transaction.ts'
import { type Counts, policy } from './policy.ts'

/** Whose failures: a name by its key, and where they come from. */
export interface Pair {
  readonly nameKey: string
  /** The group of an address, or a device that the name's user has signed in on before. */
  readonly from: string
  /** Whether it is such a device: then its failures are nobody else's. */
  readonly knownDevice: boolean
}

/** The address under which a name alone is counted. */
export const anyAddress = '*'

/** The name under which an address alone is counted; no name that somebody can try is empty. */
export const anyName = ''

const forgotten = sql<Date>`clock_timestamp() - make_interval(hours => ${policy.forgottenAfterHours})`

/** An address is never quiet for a day: it is counted for one, then anew. */
const over = sql<boolean>`(login_failure.last_failed_at < ${forgotten} or
  login_failure.name_key = ${anyName} and login_failure.counted_since < ${forgotten})`

/** Counts that no longer count. */
export const isOver = sql<boolean>`last_failed_at < ${forgotten}`

/** Failures that still count: none after their day, and after a lock just enough to ask for a captcha. */
const standing = sql<number>`case
  when ${over} then 0
  when login_failure.locked_until < clock_timestamp() then ${policy.captchaAbove + 1}::int
  else login_failure.failures end`

const standingLock = sql<Date | null>`case
  when login_failure.locked_until >= clock_timestamp() then login_failure.locked_until end`

const standingSince = sql<Date>`case when ${over} then clock_timestamp() else login_failure.counted_since end`

/** The rows of a pair, in the one order in which everybody holds and clears them: pair, name, address. */
const rowsOf = ({ nameKey, from, knownDevice }: Pair) =>
  knownDevice
    ? [{ nameKey, address: from }]
    : [
        { nameKey, address: from },
        { nameKey, address: anyAddress },
        { nameKey: anyName, address: from },
      ]

/**
 * Reads the counts of a pair, of its name and of its address, and holds them until the transaction ends, so that
 * attempts that come at once take turns. Whoever holds a user as well holds it before; a code, after.
 */
export const holdCounts = async (trx: Trx, pair: Pair): Promise<Counts> => {
  const rows = await trx
    .insertInto('loginFailure')
    .values(rowsOf(pair))
    .onConflict((conflict) =>
      conflict
        .columns(['nameKey', 'address'])
        .doUpdateSet({ failures: standing, lockedUntil: standingLock, countedSince: standingSince }),
    )
    .returning(['nameKey', 'address', 'failures', 'lockedUntil'])
    .execute()
  const found = ({ nameKey, address }: { nameKey: string; address: string }) =>
    rows.find((row) => row.nameKey === nameKey && row.address === address)
  const own = found({ nameKey: pair.nameKey, address: pair.from })
  return {
    pair: own?.failures ?? 0,
    pairLocked: own?.lockedUntil != null,
    name: found({ nameKey: pair.nameKey, address: anyAddress })?.failures ?? 0,
    address: found({ nameKey: anyName, address: pair.from })?.failures ?? 0,
  }
}

/** Counts a failure in each count of the pair, which are held; the one that reaches the limit locks the pair. */
export const countFailure = async (trx: Trx, pair: Pair): Promise<void> => {
  await trx
    .updateTable('loginFailure')
    .set({
      failures: sql<number>`failures + 1`,
      lastFailedAt: sql<Date>`clock_timestamp()`,
      lockedUntil: sql<Date | null>`case
        when name_key = ${pair.nameKey} and address = ${pair.from} and failures + 1 >= ${policy.lockAt}
        then clock_timestamp() + make_interval(mins => ${policy.lockMinutes}) end`,
    })
    .where(({ and, or }) => or(rowsOf(pair).map((row) => and(row))))
    .execute()
}

/**
 * Takes back what a successful attempt has counted: all of its pair's failures, its own one of the name's and of the
 * address's. Best done outside of any transaction: until its end, everybody else of that address would wait.
 */
export const clearFailures = async (
  db: Kysely<Database>,
  { nameKey, from, knownDevice }: Pair,
): Promise<void> => {
  await sql`select clear_login_failures(${nameKey}, ${from}, ${!knownDevice})`.execute(db)
}

/**
 * Takes back what was counted of an attempt that turned out to be no guess, since its password could not be opened or
 * the new one breaks the rule. The address keeps it, or the known device: else opening, which costs more than
 * counting, would be free.
 */
export const takeBackGuess = async (trx: Trx, pair: Pair): Promise<void> => {
  if (pair.knownDevice) return
  await holdCounts(trx, pair)
  await trx
    .updateTable('loginFailure')
    .set({
      failures: sql<number>`greatest(failures - 1, 0)`,
      lockedUntil: sql<Date | null>`case when failures - 1 >= ${policy.lockAt} then locked_until end`,
    })
    .where('nameKey', '=', pair.nameKey)
    .where('address', 'in', [pair.from, anyAddress])
    .execute()
}
