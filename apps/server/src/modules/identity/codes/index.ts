import { randomInt, timingSafeEqual } from 'node:crypto'
import { codes } from '@atrium/contract'
import { sql } from 'kysely'
import type { OneTimeCodeTable } from '../../../platform/database/tables/sign-in.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Services } from '../../../platform/http/work.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import type { Message } from '../../messages/index.ts'
import { consumeLimit, dayLimit } from '../limits/index.ts'

/** Purpose and subject of a code. */
export interface Proof {
  readonly purpose: OneTimeCodeTable['purpose']
  /** Key of the phone or user name to be proved; the user need not exist. */
  readonly subject: string
  /**
   * Key of the phone or address that received the code, if it differs from the subject. The code proves only this
   * contact.
   */
  readonly sentTo?: string
}

/**
 * Properties of one-time codes fixed by the specification. A code works once, within the profile's minutes and tries.
 * A new one for the same purpose and subject can be sent after a minute, and replaces the previous one.
 */
const policy = { digits: 6, pauseSeconds: 60 } as const

/** Returns the lifetime of a code, in seconds. */
const lifeSecondsOf = ({ profile }: Services): number => profile.limits.codes.minutes * 60

/** Returns a new random code of six digits. */
const newCode = (): string => String(randomInt(10 ** policy.digits)).padStart(policy.digits, '0')

/**
 * Returns the stored hash of a code. It is keyed with the deployment's secret, because a million codes are easy to
 * guess.
 */
const codeHash = (secrets: Secrets, { purpose, subject, sentTo = '' }: Proof, code: string): string =>
  secrets.digest('one-time-code', JSON.stringify([purpose, subject, sentTo, code]))

const now = sql<Date>`clock_timestamp()`
/** Returns the seconds until another code may be sent. */
const pauseLeft = async (trx: Trx, { purpose, subject }: Proof): Promise<number> => {
  const { left } = await trx
    .selectFrom('oneTimeCode')
    .select(sql<number>`ceil(extract(epoch from sent_at - ${now}) + ${policy.pauseSeconds})::int`.as('left'))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  return Math.max(1, left)
}

/**
 * Creates a code, which replaces the previous one. Only one of several parallel calls succeeds.
 * @returns the code, to be sent in the same transaction, or the seconds to wait
 */
const issueCode = async (trx: Trx, services: Services, proof: Proof): Promise<string | number> => {
  const code = newCode()
  const { purpose, subject } = proof
  const fresh = {
    codeHash: codeHash(services.secrets, proof, code),
    sentAt: now,
    expiresAt: sql<Date>`clock_timestamp() + make_interval(secs => ${lifeSecondsOf(services)})`,
  }
  const issued = await trx
    .insertInto('oneTimeCode')
    .values({ purpose, subject, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'subject'])
        .doUpdateSet({ ...fresh, tries: 0, usedAt: null })
        .where(sql<boolean>`one_time_code.sent_at <= ${now} - make_interval(secs => ${policy.pauseSeconds})`),
    )
    .returning('subject')
    .executeTakeFirst()
  return issued ? code : pauseLeft(trx, proof)
}

const unused = (trx: Trx, { purpose, subject }: Proof) =>
  trx
    .updateTable('oneTimeCode')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Tries a code. Counts the try before the comparison, so that parallel tries cannot get around the limit. Commit even
 * if the code is wrong. A right code is used up by `consumeCode`.
 */
export const tryCode = async (
  trx: Trx,
  { secrets, profile }: Services,
  proof: Proof,
  code: string,
): Promise<boolean> => {
  const tried = await unused(trx, proof)
    .set({ tries: sql<number>`tries + 1` })
    .where('tries', '<', profile.limits.codes.tries)
    .returning('codeHash')
    .executeTakeFirst()
  return same(codeHash(secrets, proof, code), tried?.codeHash ?? '')
}

/**
 * Uses up a right code in the transaction that it authorizes.
 * @returns false if it was used, expired or replaced in the meantime
 */
export const consumeCode = async (
  trx: Trx,
  secrets: Secrets,
  proof: Proof,
  code: string,
): Promise<boolean> => {
  const consumed = await unused(trx, proof)
    .set({ usedAt: sql<Date>`clock_timestamp()` })
    .where('codeHash', '=', codeHash(secrets, proof, code))
    .returning('subject')
    .executeTakeFirst()
  return consumed !== undefined
}

interface SendCode {
  readonly proof: Proof
  /**
   * Key of the recipient in the daily limit of the code's purpose: a phone, an address or, if the code is requested
   * by name, the name.
   */
  readonly recipient: string
  /** The message with the code. Undefined if there is no recipient; the response is the same. */
  readonly message: ((params: { code: string; lifeSeconds: number }) => Message) | undefined
}

/**
 * Creates a code and sends it.
 * @throws Rejection 20004 within a minute of the previous one, e.g. on a second click, or beyond the daily limit
 */
export const sendCode = async (trx: Trx, services: Services, wanted: SendCode): Promise<void> => {
  const { proof, recipient, message } = wanted
  const issued = await issueCode(trx, services, proof)
  if (typeof issued === 'number') reject(codes.limitReached, 'refusal.resendTooSoon', { seconds: issued })
  if (!(await consumeLimit(trx, dayLimit(proof.purpose, recipient, services.profile.timeZone))))
    reject(codes.limitReached, 'refusal.dayLimit')
  if (message)
    await services.outbox.queueMessage(trx, message({ code: issued, lifeSeconds: lifeSecondsOf(services) }))
}
