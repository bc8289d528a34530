import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, type Database, inTransaction, type Trx } from '../../../platform/database/index.ts'

/** Result of an attempt to send. */
export interface SendResult {
  /**
   * `delivered`: the other side accepted the message. `refused`: it rejected the message permanently. `deferred`: it
   * rejected the message temporarily. `unreachable`: it was not available, or may have accepted the message but
   * recognises repetitions. `unanswered`: all data was sent, but the result is unknown.
   */
  readonly outcome: 'delivered' | 'refused' | 'deferred' | 'unreachable' | 'unanswered'
  /** Response of the other side. */
  readonly answer: string
}

/** A job carries the message's id only, never its content. */
export interface MessageKey {
  readonly tenantId: string
  readonly id: string
}

const findMessage = (trx: Trx, { tenantId, id }: MessageKey) =>
  trx
    .selectFrom('message')
    .select(['tenantId', 'id', 'kind', 'template', 'recipient', 'subject', 'bodyEncrypted', 'language'])
    .select(['reference', 'state', 'sendCount', 'maxSendCount'])
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired'))
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

const updateMessage = (trx: Trx, { tenantId, id }: MessageKey) =>
  trx.updateTable('message').where('tenantId', '=', tenantId).where('id', '=', id)

/**
 * Records the start of an attempt, committed before anything is sent. If the process dies, the attempt stays without
 * an outcome, and the job runs again.
 * @returns undefined if there is nothing left to send
 */
export const beginAttempt = (db: Kysely<Database>, key: MessageKey) =>
  inTransaction(db, asSystem, async (trx) => {
    const message = await findMessage(trx, key)
    if (!message || !['waiting', 'sending'].includes(message.state)) return undefined
    const spent = message.sendCount >= message.maxSendCount
    if (message.expired || spent) {
      // `expireMessages` ends expired messages and wipes their bodies.
      await updateMessage(trx, key)
        .set({ state: message.expired ? 'waiting' : 'failed' })
        .execute()
      return undefined
    }
    const attempt = { ...message, sendCount: message.sendCount + 1, attemptId: uuidv7() }
    await updateMessage(trx, key).set({ state: 'sending', sendCount: attempt.sendCount }).execute()
    await trx
      .insertInto('messageAttempt')
      .values({ tenantId: key.tenantId, id: attempt.attemptId, messageId: key.id })
      .execute()
    return attempt
  })

/** A message that this process is sending. */
export type Attempt = NonNullable<Awaited<ReturnType<typeof beginAttempt>>>

/** Action after an attempt: none, a retry soon, or a last attempt much later. */
export type Next = 'nothing' | 'retry' | 'repeat'

/**
 * Time of the repetition. A message without a response has most likely arrived, so it is repeated only once, after an
 * hour.
 */
const repeatAfter = sql<Date>`now() + interval '1 hour'`

const wasUnanswered = async (trx: Trx, { tenantId, id, attemptId }: Attempt): Promise<boolean> => {
  const earlier = await trx
    .selectFrom('messageAttempt')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('messageId', '=', id)
    .where('id', '<>', attemptId)
    .where('outcome', '=', 'unanswered')
    .executeTakeFirst()
  return earlier !== undefined
}

async function nextAfter(trx: Trx, attempt: Attempt, outcome: SendResult['outcome']): Promise<Next> {
  if (outcome === 'delivered' || outcome === 'refused') return 'nothing'
  if (attempt.sendCount >= attempt.maxSendCount) return 'nothing'
  if (outcome !== 'unanswered') return 'retry'
  return (await wasUnanswered(trx, attempt)) ? 'nothing' : 'repeat'
}

const delivered = {
  state: 'delivered' as const,
  deliveredAt: sql<Date>`now()`,
  bodyEncrypted: sql<string | null>`case when expires_at is null then body_encrypted end`,
  wipedAt: sql<Date | null>`case when expires_at is not null then now() end`,
}

const updateAttempted = (trx: Trx, { tenantId, id }: Attempt) =>
  trx
    .updateTable('message')
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'sending')

/**
 * Updates the message's state after an attempt.
 * @returns whether this attempt was still the latest one
 */
async function changeMessage(trx: Trx, attempt: Attempt, isDelivered: boolean, next: Next): Promise<boolean> {
  // A delivery counts even if another process has taken over the message, but not if the message is being resent
  // under a new reference.
  if (isDelivered)
    await updateAttempted(trx, attempt).set(delivered).where('reference', '=', attempt.reference).execute()
  else {
    const { numUpdatedRows } = await updateAttempted(trx, attempt)
      .set({ state: next === 'nothing' ? 'failed' : 'waiting' })
      .where('sendCount', '=', attempt.sendCount)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  return true
}

/**
 * Records the outcome of an attempt. Wipes the body of a delivered message that contains a secret.
 * @param endJob ends the message's job in the same transaction, so that a repetition or resend can create another
 */
export const recordResult = (
  db: Kysely<Database>,
  attempt: Attempt,
  { outcome, answer }: SendResult,
  endJob: (trx: Trx) => Promise<unknown>,
): Promise<Next> =>
  inTransaction(db, asSystem, async (trx) => {
    const next = await nextAfter(trx, attempt, outcome)
    await trx
      .updateTable('messageAttempt')
      .set({ outcome, answer })
      .where('tenantId', '=', attempt.tenantId)
      .where('messageId', '=', attempt.id)
      .where('id', '=', attempt.attemptId)
      .execute()
    const latest = await changeMessage(trx, attempt, outcome === 'delivered', next)
    if (!latest) return 'nothing'
    if (next !== 'retry') await endJob(trx)
    if (next === 'repeat') {
      await sql`select queue_message(${attempt.kind}, ${attempt.tenantId}, ${attempt.id}, ${repeatAfter})`.execute(
        trx,
      )
    }
    return next
  })
