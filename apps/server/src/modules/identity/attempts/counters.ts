import type { SignInLimits } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

/**
 * How guessing passwords is slowed down. Each attempt is counted before its password or code is compared, so that
 * parallel attempts cannot get around the limits. A successful attempt is subtracted again. The numbers below are the
 * defaults of the profile's `limits.signIn`; the captcha limit of 3 comes from the specification.
 *
 * A device on which the user has signed in before (`device.ts`) has its own count, separate from all others. Failures
 * elsewhere therefore cannot lock the user out on it. All other attempts have three counts:
 *
 * - Name and address together: more than 3 failures require a captcha, and 10 lock the pair for 15 minutes. Attempts
 * during a lock do not prolong it. After the lock the captcha is still required. Known devices have the same limits.
 * - The name, from any address: more than 20 failures require a captcha everywhere, and from 100 on no password is
 * accepted, so that guessing from many addresses ends. The user's known devices still work, and a new device gets in by
 * a code, which allows few tries.
 * - The address, for any name: more than 200 failures in a day require a captcha, so that one password cannot be tried
 * on every user. The address is never locked, because the staff of a site may share it: 50 people with new devices and
 * two mistakes each use half of the limit. A right password subtracts only its own attempt, so that an attacker cannot
 * reset the count with their own account.
 *
 * A day without failures resets the count of a name. The right password resets the count of its pair.
 */
const captchaAbove = 3
const forgottenAfterHours = 24

/** Failure counts of an attempt. Attempts from a known device count for the pair only. */
interface Counts {
  readonly pair: number
  readonly pairLocked: boolean
  readonly name: number
  readonly address: number
}

/** Returns whether the attempt requires a captcha. */
export const needsCaptcha = ({ pair, name, address }: Counts, limits: SignInLimits): boolean =>
  pair > captchaAbove || name > limits.nameCaptchaAfter || address > limits.addressCaptchaAfter

/** Returns whether passwords are rejected without comparing them. */
export const isClosed = ({ pairLocked, name }: Counts, { nameClosedAfter }: SignInLimits): boolean =>
  pairLocked || name >= nameClosedAfter

/** Key of the failure counts: user name and origin. */
export interface FailureKey {
  readonly nameKey: string
  /** Address group or known device. */
  readonly from: string
  /** Whether the origin is a known device, which has a separate count. */
  readonly knownDevice: boolean
}

/** Stands for all addresses, in the row that counts a name. */
export const anyAddress = '*'

/** Stands for all names, in the row that counts an address. User names are never empty. */
export const anyName = ''

const forgotten = sql<Date>`clock_timestamp() - make_interval(hours => ${forgottenAfterHours})`

/** A shared address may never have a day without failures, so its count restarts a day after it began. */
const over = sql<boolean>`(login_failure.last_failed_at < ${forgotten} or
  login_failure.name_key = ${anyName} and login_failure.counted_since < ${forgotten})`

/** Condition for counts that can be deleted. */
export const isExpired = sql<boolean>`last_failed_at < ${forgotten}`

/** Failures that still count: zero once the day is over, and after a lock just enough to require a captcha. */
const standing = sql<number>`case
  when ${over} then 0
  when login_failure.locked_until < clock_timestamp() then ${captchaAbove + 1}::int
  else login_failure.failures end`

const currentLock = sql<Date | null>`case
  when login_failure.locked_until >= clock_timestamp() then login_failure.locked_until end`

const standingSince = sql<Date>`case when ${over} then clock_timestamp() else login_failure.counted_since end`

/** Returns the keys of an attempt's counts, in the order in which every transaction locks them: pair, name, address. */
const rowsOf = ({ nameKey, from, knownDevice }: FailureKey) =>
  knownDevice
    ? [{ nameKey, address: from }]
    : [
        { nameKey, address: from },
        { nameKey, address: anyAddress },
        { nameKey: anyName, address: from },
      ]

/**
 * Reads and locks the counts of a pair, its name and its address until the transaction ends, so that parallel
 * attempts run one after the other. Lock a user before these counts, and a code after them.
 */
export const countsForUpdate = async (trx: Trx, pair: FailureKey): Promise<Counts> => {
  const rows = await trx
    .insertInto('loginFailure')
    .values(rowsOf(pair))
    .onConflict((conflict) =>
      conflict
        .columns(['nameKey', 'address'])
        .doUpdateSet({ failures: standing, lockedUntil: currentLock, countedSince: standingSince }),
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

/** Adds a failure to each count of the pair, which must be locked already. The pair itself locks at its limit. */
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
 * Removes a successful attempt from the counts: all failures of the pair, and one each of the name and the address.
 * Call it outside of transactions, because other attempts from the same address wait for the row locks.
 */
export const clearFailures = async (
  db: Kysely<Database>,
  { nameKey, from, knownDevice }: FailureKey,
): Promise<void> => {
  await sql`select clear_login_failures(${nameKey}, ${from}, ${!knownDevice})`.execute(db)
}

/**
 * Removes an attempt that was not a guess, because its password could not be decrypted or the new one breaks the
 * rules. The counts of the address and of a known device stay, so that a client cannot trigger costly decryption
 * without limit.
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
