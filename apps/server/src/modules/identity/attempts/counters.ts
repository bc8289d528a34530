import type { SignInLimits } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

/**
 * How guessing is slowed down. An attempt counts from its beginning, before the password or code is compared, so that
 * attempts sent all at once are counted like those sent one by one; where it was right it is taken back. The numbers are
 * those of the profile's `limits.signIn` as it is delivered; the first is the specification's.
 *
 * From a device that the user has signed in on before (`device.ts`), only that device's own failures count for the
 * user, and count nowhere else: nobody can lock them out there. From anywhere else three counts hold:
 *
 * - Name and address together: after more than 3 failures a captcha is asked for, 10 lock the pair for
 *   15 minutes. A lock does not grow by attempts made during it; after it the captcha stays asked for. A known
 *   device has the same limits.
 * - The name alone, which somebody else may run up: above 20 failures a captcha is asked for everywhere; from
 *   100 on no password is let through, so that guessing from many addresses ends. The user's own devices go on, and
 *   another one comes in by a code, whose tries are few.
 * - The address alone, whatever the names: above 200 failures in a day a captcha is asked for, so that one password
 *   is not tried on everybody. A site's staff may share an address: where 50 of them come on new devices on one day,
 *   and each is wrong twice, that is half of it. It never locks. A right password takes back its own attempt alone: an account of one's own clears nothing.
 *
 * A day without failures clears a count of a name, the right password clears its pair's.
 */
const captchaAbove = 3
const forgottenAfterHours = 24

/** The counts of an attempt: of its pair and, from a device that is not known, of the name and of the address. */
interface Counts {
  readonly pair: number
  readonly pairLocked: boolean
  readonly name: number
  readonly address: number
}

/** Whether an attempt must come with a captcha. */
export const needsCaptcha = ({ pair, name, address }: Counts, limits: SignInLimits): boolean =>
  pair > captchaAbove || name > limits.nameCaptchaAfter || address > limits.addressCaptchaAfter

/** Whether no password is let through. */
export const isClosed = ({ pairLocked, name }: Counts, { nameClosedAfter }: SignInLimits): boolean =>
  pairLocked || name >= nameClosedAfter

/** Whose failures: a name by its key, and where they come from. */
export interface FailureKey {
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

const forgotten = sql<Date>`clock_timestamp() - make_interval(hours => ${forgottenAfterHours})`

/** An address is never quiet for a day: it is counted for one, then anew. */
const over = sql<boolean>`(login_failure.last_failed_at < ${forgotten} or
  login_failure.name_key = ${anyName} and login_failure.counted_since < ${forgotten})`

/** Counts that no longer count. */
export const isExpired = sql<boolean>`last_failed_at < ${forgotten}`

/** Failures that still count: none after their day, and after a lock just enough to ask for a captcha. */
const standing = sql<number>`case
  when ${over} then 0
  when login_failure.locked_until < clock_timestamp() then ${captchaAbove + 1}::int
  else login_failure.failures end`

const standingLock = sql<Date | null>`case
  when login_failure.locked_until >= clock_timestamp() then login_failure.locked_until end`

const standingSince = sql<Date>`case when ${over} then clock_timestamp() else login_failure.counted_since end`

/** The rows of a pair, in the one order in which everybody holds and clears them: pair, name, address. */
const rowsOf = ({ nameKey, from, knownDevice }: FailureKey) =>
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
export const countsForUpdate = async (trx: Trx, pair: FailureKey): Promise<Counts> => {
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
export const countFailure = async (trx: Trx, pair: FailureKey, limits: SignInLimits): Promise<void> => {
  await trx
    .updateTable('loginFailure')
    .set({
      failures: sql<number>`failures + 1`,
      lastFailedAt: sql<Date>`clock_timestamp()`,
      lockedUntil: sql<Date | null>`case
        when name_key = ${pair.nameKey} and address = ${pair.from} and failures + 1 >= ${limits.lockAfter}
        then clock_timestamp() + make_interval(mins => ${limits.lockMinutes}) end`,
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
  { nameKey, from, knownDevice }: FailureKey,
): Promise<void> => {
  await sql`select clear_login_failures(${nameKey}, ${from}, ${!knownDevice})`.execute(db)
}

/**
 * Takes back what was counted of an attempt that turned out to be no guess, since its password could not be opened or
 * the new one breaks the rule. The address keeps it, or the known device: else opening, which costs more than
 * counting, would be free.
 */
export const uncountGuess = async (
  trx: Trx,
  pair: FailureKey,
  { lockAfter }: SignInLimits,
): Promise<void> => {
  if (pair.knownDevice) return
  await countsForUpdate(trx, pair)
  await trx
    .updateTable('loginFailure')
    .set({
      failures: sql<number>`greatest(failures - 1, 0)`,
      lockedUntil: sql<Date | null>`case when failures - 1 >= ${lockAfter} then locked_until end`,
    })
    .where('nameKey', '=', pair.nameKey)
    .where('address', 'in', [pair.from, anyAddress])
    .execute()
}
