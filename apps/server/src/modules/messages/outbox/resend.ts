import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../../platform/database/index.ts'
import type { MessageTable } from '../../../platform/database/tables/messages.ts'
import type { MessageKind } from './outbox.ts'

/**
 * Why a message cannot be resent: its secret has expired, or was deleted with its text after delivery; it is being sent
 * or pending; it was just resent; it was sent as often as is allowed.
 */
export type ResendRejection = 'expired' | 'wiped' | 'underWay' | 'tooSoon' | 'limit'

/** Ignores a second resend within this window, so that a double click sends once. */
const pause = sql.lit('60 seconds')

const isExpired = sql<boolean>`coalesce(message.expires_at <= now(), false)`
const isWiped = sql<boolean>`message.body_encrypted is null`
const isTooSoon = sql<boolean>`coalesce(message.resent_at > now() - ${pause}::interval, false)`

/** In SQL, whether a failed message cannot be resent: whether `resendRejectionOf` has a reason. */
export const isFailedKept = sql<SqlBool>`(${isExpired} or ${isWiped} or ${isTooSoon}
  or message.send_count >= message.max_send_count)`

/** The columns that decide whether a message may be sent again. */
export const resendColumns = [
  ...(['message.state', 'message.sendCount', 'message.maxSendCount'] as const),
  isExpired.as('expired'),
  isWiped.as('wiped'),
  isTooSoon.as('tooSoon'),
] as const

/** A message by these columns. */
export interface ResendRow extends Pick<Selectable<MessageTable>, 'state' | 'sendCount' | 'maxSendCount'> {
  readonly expired: boolean
  readonly wiped: boolean
  readonly tooSoon: boolean
}

/** Returns why a message cannot be resent; undefined if it can. */
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
 * Resends those messages that may be. They are sent by the workers, like new ones. The other side gets a new reference
 * for each: by the old one it would drop it as a repeat.
 *
 * A concurrent caller waits for the rows, and then finds them pending or just sent.
 * @returns the messages with the reason against a resend, and the others before and after
 */
export async function resendMessages(trx: Trx, kind: MessageKind, ids: readonly string[]) {
  const found = await trx
    .selectFrom('message')
    .select(kept)
    .select(resendColumns)
    .where('kind', '=', kind)
    .where('id', '=', sql<string>`any(${ids})`)
    // In one order, so that nobody waits for somebody who waits for them.
    .orderBy('tenantId')
    .orderBy('id')
    .forUpdate()
    .execute()
  const judged = found.map((message) => ({ ...message, refusal: resendRejectionOf(message) }))
  const before = judged.filter(({ refusal }) => refusal === undefined)
  const resent = sql<string>`any(${before.map(({ id }) => id)})`
  const after = await trx
    .updateTable('message')
    .set({
      state: 'waiting',
      deliveredAt: null,
      resentAt: sql<Date>`now()`,
      nextTryAt: sql<Date>`'infinity'`,
      // `<id@host>` of an e-mail, only the id of an SMS.
      reference: sql`regexp_replace(reference, '[^<@]+', gen_random_uuid()::text)`,
    })
    .where('kind', '=', kind)
    .where('id', '=', resent)
    .returning(kept)
    .execute()
  await sql`select queue_message(kind, tenant_id, id) from message where kind = ${kind} and id = ${resent}`.execute(
    trx,
  )
  return { judged, before, after }
}
