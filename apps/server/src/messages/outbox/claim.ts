import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, type Database, inTransaction, type Trx } from '../../database/index.ts'
import type { MessageKind } from './message.ts'

export interface ClaimOptions {
  readonly kind: MessageKind
  /** How many at most. */
  readonly limit: number
  /** How long nobody else takes them. Seconds. */
  readonly leaseSeconds: number
}

/** Messages that are due, those included whose sender died: its claim has run out. */
const due = (trx: Trx, { kind, limit }: ClaimOptions) =>
  trx
    .selectFrom('message')
    .select(['tenantId', 'id'])
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'sending'])
    .where('nextTryAt', '<=', sql<Date>`now()`)
    .where((is) => is.or([is('expiresAt', 'is', null), is('expiresAt', '>', sql<Date>`now()`)]))
    .orderBy('nextTryAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()

/**
 * Takes messages to be sent by this process, and notes that an attempt begins. It commits before anything is
 * sent: a process that dies afterwards leaves its claim to run out, and the message is sent again.
 */
export const claimDue = (db: Kysely<Database>, options: ClaimOptions) =>
  inTransaction(db, asSystem, async (trx) => {
    const claimed = await trx
      .with('due', () => due(trx, options))
      .updateTable('message')
      .from('due')
      .whereRef('message.tenantId', '=', 'due.tenantId')
      .whereRef('message.id', '=', 'due.id')
      .set({
        state: 'sending',
        sendCount: sql<number>`message.send_count + 1`,
        nextTryAt: sql<Date>`now() + make_interval(secs => ${options.leaseSeconds})`,
      })
      .returning([
        ...(['message.tenantId', 'message.id', 'kind', 'template', 'recipient', 'subject'] as const),
        ...(['bodyEncrypted', 'language', 'reference', 'sendCount', 'maxSendCount'] as const),
      ])
      .execute()
    if (claimed.length === 0) return []
    const claims = claimed.map((message) => ({ ...message, attemptId: uuidv7() }))
    await trx
      .insertInto('messageAttempt')
      .values(claims.map(({ tenantId, id, attemptId }) => ({ tenantId, id: attemptId, messageId: id })))
      .execute()
    return claims
  })

/** A message that this process is to send. */
export type Claim = Awaited<ReturnType<typeof claimDue>>[number]
