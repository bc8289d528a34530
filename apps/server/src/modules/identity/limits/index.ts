import { codes, type Profile } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { addressGroup, type Client } from '../../../platform/caller/client.ts'
import type { OneTimeCodeTable } from '../../../platform/database/tables/sign-in.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'

/** Maximum number of uses in a time window that begins with the first use. */
export interface Limit {
  /** Purpose and key of the limit, e.g. `find:192.0.2.1`. */
  readonly bucket: string
  readonly max: number
  /** Length of the window in seconds, or the time zone whose day is the window. */
  readonly window: { readonly seconds: number } | { readonly dayIn: string }
}

const endOf = (window: Limit['window']): RawBuilder<Date> =>
  'seconds' in window
    ? sql<Date>`clock_timestamp() + make_interval(secs => ${window.seconds})`
    : sql<Date>`(date_trunc('day', clock_timestamp() at time zone ${window.dayIn}) + interval '1 day')
        at time zone ${window.dayIn}`

/**
 * Uses a limit. Concurrent callers wait for the transaction, so that the limit is exact.
 * @param amount number of uses; once by default
 * @returns false, without counting, if less is left
 */
export const consumeLimit = async (trx: Trx, limit: Limit, amount = 1): Promise<boolean> => {
  const { bucket, max } = limit
  if (amount > max) return false
  const endsAt = endOf(limit.window)
  const over = sql<boolean>`rate_limit.ends_at <= clock_timestamp()`
  const row = await trx
    .insertInto('rateLimit')
    .values({ bucket, used: amount, endsAt })
    .onConflict((conflict) =>
      conflict
        .column('bucket')
        .doUpdateSet({
          used: sql<number>`case when ${over} then excluded.used else rate_limit.used + excluded.used end`,
          endsAt: sql<Date>`case when ${over} then excluded.ends_at else rate_limit.ends_at end`,
        })
        .where(sql<boolean>`(${over} or rate_limit.used + excluded.used <= ${max})`),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how much of a limit is used up. */
export const usedOf = async (trx: Trx, { bucket }: Limit): Promise<number> => {
  const row = await trx
    .selectFrom('rateLimit')
    .select('used')
    .where('bucket', '=', bucket)
    .where('endsAt', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return row?.used ?? 0
}

const hour = { seconds: 3600 }

/** The profile's limits per address for requests without a session. */
const byAddress = {
  draw: 'captchasAnHour',
  find: 'namesAnHour',
  send: 'messagesAnHour',
  try: 'triesAnHour',
} as const

/** Returns the limit of an address for one kind of request. */
const addressLimit = (what: keyof typeof byAddress, address: string, { limits }: Profile): Limit => ({
  bucket: `${what}:${addressGroup(address)}`,
  max: limits.address[byAddress[what]],
  window: hour,
})

/** Maximum messages a day for one purpose to one phone, address or user name. */
const perDay = 30

/** Purposes of messages. Each has a separate limit, so that none can use up another's. */
export type SendPurpose = OneTimeCodeTable['purpose'] | 'remind' | 'verify' | 'password'

/** Limits the codes that a user or registering person may have sent to new contacts in a day. */
export const contactLimit = (id: string, timeZone: string): Limit => ({
  bucket: `contact:${id}`,
  max: 10,
  window: { dayIn: timeZone },
})

/** Limits how often a user may end sessions, their own or others', because each time writes an audit event. */
export const endSessionsLimit = (userId: string): Limit => ({
  bucket: `ending:${userId}`,
  max: 60,
  window: { seconds: 600 },
})

/** Limits how often a user may open products, because each time writes a code and an audit event. */
export const openingLimit = (userId: string): Limit => ({
  bucket: `opening:${userId}`,
  max: 60,
  window: { seconds: 60 },
})

/**
 * Limits how often an address may begin to sign in or out for a product without a session, because each time writes a
 * row. Users with a session are not counted.
 */
export const beginningLimit = (address: string): Limit => ({
  bucket: `openid:${addressGroup(address)}`,
  max: 600,
  window: { seconds: 60 },
})

/**
 * Limits how often a new person may try to accept an invitation, because each try shows which names and numbers are
 * taken.
 */
export const registrationLimit = (invitationId: string): Limit => ({
  bucket: `register:${invitationId}`,
  max: 30,
  window: hour,
})

/** Limits how often an address may ask for forgotten names and passwords in a day without a captcha. */
export const forgotPasswordLimit = (address: string, max: number): Limit => ({
  bucket: `forgotten:${addressGroup(address)}`,
  max,
  window: { seconds: 86_400 },
})

/**
 * Returns the daily limit of a recipient, by the deployment's time zone.
 * @param recipient the key of a number, an address or, if a message is requested by user name, of the name, so that
 * the requester does not learn its contact
 */
export const dayLimit = (purpose: SendPurpose, recipient: string, timeZone: string): Limit => ({
  bucket: `day:${purpose}:${recipient}`,
  max: perDay,
  window: { dayIn: timeZone },
})

/**
 * Counts one message for each recipient in the daily limit of all messages that administrators cause. It applies to
 * each address and number, in addition to the limits of the administrators.
 * @param recipients the keys of addresses or numbers
 * @returns the recipients within the limit; for the others nothing is counted
 */
export const spendCaused = async (
  trx: Trx,
  timeZone: string,
  recipients: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (recipients.length === 0) return new Set()
  const { rows } = await sql<{ recipient: string }>`
    select recipient from spend_caused_mails(${recipients}, ${perDay}, ${endOf({ dayIn: timeZone })}) as recipient`.execute(
    trx,
  )
  return new Set(rows.map(({ recipient }) => recipient))
}

/**
 * Counts messages like `spendCaused`, for actions that require every message to be sent.
 * @throws Rejection 20004 if a recipient has reached the limit
 */
export async function spendCausedOrReject(
  trx: Trx,
  timeZone: string,
  recipients: readonly string[],
): Promise<void> {
  const distinct = new Set(recipients)
  if ((await spendCaused(trx, timeZone, [...distinct])).size < distinct.size)
    reject(codes.limitReached, 'refusal.recipientDayLimit', { max: perDay })
}

/** Fields of a request without a session. */
interface Asked {
  readonly system: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>
  readonly services: { readonly profile: Profile }
  readonly client: Client
}

/**
 * Uses the limit of a client's address once, in a separate transaction, so that it stays counted after a rejection.
 * @throws Rejection 20004 if it is used up
 */
export const consumeAddressLimit = async (
  { system, services, client }: Asked,
  what: keyof typeof byAddress,
): Promise<void> => {
  const limit = addressLimit(what, client.address, services.profile)
  if (!(await system((trx) => consumeLimit(trx, limit)))) reject(codes.limitReached)
}
