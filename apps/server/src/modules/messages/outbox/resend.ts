import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../../platform/database/index.ts'
import type { MessageTable } from '../../../platform/database/tables/messages.ts'
import type { MessageKind } from './outbox.ts'

/**
 * Reason why a message cannot be resent: its secret has expired, its text was wiped after delivery, it is pending or
 * being sent, it was just resent, or its attempts are used up.
 */
export type ResendRejection = 'expired' | 'wiped' | 'underWay' | 'tooSoon' | 'limit'

/** Ignores a second resend within this window, so that a double click sends once. */
const pause = sql.lit('60 seconds')

const isExpired = sql<boolean>`coalesce(message.expires_at <= now(), false)`
const isWiped = sql<boolean>`message.body_encrypted is null`
const isTooSoon = sql<boolean>`coalesce(message.resent_at > now() - ${pause}::interval, false)`

/** Condition that a failed message cannot be resent, as in `resendRejectionOf`. */
export const isFailedKept = sql<SqlBool>`(${isExpired} or ${isWiped} or ${isTooSoon}
  or message.send_count >= message.max_send_count)`

/** Columns that decide whether a message can be resent. */
export const resendColumns = [
  ...(['message.state', 'message.sendCount', 'message.maxSendCount'] as const),
  isExpired.as('expired'),
  isWiped.as('wiped'),
  isTooSoon.as('tooSoon'),
] as const

/** A row of these columns. */
export interface ResendRow extends Pick<Selectable<MessageTable>, 'state' | 'sendCount' | 'maxSendCount'> {
  readonly expired: boolean
  readonly wiped: boolean
  readonly tooSoon: boolean
}

/** Returns why a message cannot be resent, or undefined if it can. */
export function resendRejectionOf(message: ResendRow): ResendRejection | undefined {
  if (message.expired) return 'expired'
  if (message.wiped) return 'wiped'
  if (message.state === 'waiting' || message.state === 'sending') return 'underWay'
  if (message.tooSoon) return 'tooSoon'
  return message.sendCount >= message.maxSendCount ? 'limit' : undefined
}

/** Fields of a resent message in the audit trail. */
const kept = [
  'id',
  'tenantId',
  'kind',
  'template',
  'recipient',
  'subject',
  'reference',
  'state',
  'sendCount',
  'deliveredAt',
  'resentAt',
] as const

/**
 * Resends the messages for which it is possible. The workers send them like new ones. Each gets a new reference,
 * because the other side would drop the old one as a repetition. A parallel call waits for the row locks and then
 * finds the messages pending or just sent.
 * @returns all messages with any reason against a resend, and the resent ones before and after
 */
export async function resendMessages(trx: Trx, kind: MessageKind, ids: readonly string[]) {
  const found = await trx
    .selectFrom('message')
    .select(kept)
    .select(resendColumns)
    .where('kind', '=', kind)
    .where('id', '=', sql<string>`any(${ids})`)
    // A fixed order prevents deadlocks between parallel calls.
    .orderBy('tenantId')
    .orderBy('id')
    .forUpdate()
    .execute()
  const checked = found.map((message) => ({ ...message, rejection: resendRejectionOf(message) }))
  const before = checked.filter(({ rejection }) => rejection === undefined)
  const resent = sql<string>`any(${before.map(({ id }) => id)})`
  const after = await trx
    .updateTable('message')
    .set({
      state: 'waiting',
      deliveredAt: null,
      resentAt: sql<Date>`now()`,
      nextTryAt: sql<Date>`'infinity'`,
      // The reference is `<id@host>` for an e-mail, and only the id for an SMS.
      reference: sql`regexp_replace(reference, '[^<@]+', gen_random_uuid()::text)`,
    })
    .where('kind', '=', kind)
    .where('id', '=', resent)
    .returning(kept)
    .execute()
  await sql`select queue_message(kind, tenant_id, id) from message where kind = ${kind} and id = ${resent}`.execute(
    trx,
  )
  return { checked, before, after }
}
