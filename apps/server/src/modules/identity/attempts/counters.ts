import type { SignInLimits } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

/**
 * How guessing is slowed down. An attempt is counted at its beginning, before the password or code is compared, so that
 * concurrent attempts are counted one by one. If it was right, the count is taken back. The numbers are the defaults of
 * the profile's `limits.signIn`; the first is the specification's.
 *
 * From a device that the user has signed in on before (`device.ts`), only that device's own failures count for the
 * user, and count nowhere else: nobody can lock them out there. Elsewhere there are three counts:
 *
 * - Name and address together: after more than 3 failures a captcha is required, and 10 lock the pair for 15 minutes.
 * Attempts during a lock do not prolong it; after it the captcha stays required. A known device has the same limits.
 * - The name, which somebody else may run up: above 20 failures a captcha is required everywhere, and from 100 on no
 * password is accepted, so that guessing from many addresses ends. The user's own devices still work, and a new one
 * gets in by a code, which allows few tries.
 * - The address, whatever the names: above 200 failures in a day a captcha is required, so that one password is not
 * tried on everybody. A site's staff may share an address: if 50 of them come on new devices on one day and each is
 * wrong twice, that is half of it. It never locks. A right password takes back only its own attempt, so that an account
 * of one's own clears nothing.
 *
 * A day without failures clears the count of a name. The right password clears its pair's.
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

/** Whether no password is accepted. */
export const isClosed = ({ pairLocked, name }: Counts, { nameClosedAfter }: SignInLimits): boolean =>
  pairLocked || name >= nameClosedAfter

/** Key of the failures: the key of a name, and their origin. */
export interface FailureKey {
  readonly nameKey: string
  /** The group of an address, or a device that the name's user has signed in on before. */
  readonly from: string
  /** Whether it is a known device, whose failures count for it only. */
  readonly knownDevice: boolean
}

/** The address under which a name is counted by itself. */
export const anyAddress = '*'

/** The name under which an address is counted by itself. No name that somebody can try is empty. */
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

/** The rows of a pair in the order in which they are always locked and cleared: pair, name, address. */
const rowsOf = ({ nameKey, from, knownDevice }: FailureKey) =>
  knownDevice
    ? [{ nameKey, address: from }]
    : [
        { nameKey, address: from },
        { nameKey, address: anyAddress },
        { nameKey: anyName, address: from },
      ]

/**
 * Reads and locks the counts of a pair, of its name and of its address until the transaction ends, so that concurrent
 * attempts take turns. A user is locked before these, a code after them.
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
 * Takes back an attempt that was no guess, because its password could not be decrypted or the new one breaks the rules.
 * The address, or the known device, keeps the count: otherwise decryption, which costs more than counting, would be
 * free.
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
