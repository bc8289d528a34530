import { type Kysely, sql } from 'kysely'
import { asSystem, type Database, inTransaction, type Trx } from '../../database/index.ts'
import type { Attempt } from './begin.ts'
import type { SendResult } from './result.ts'

/** What comes after an attempt: nothing, another one soon, or a last one much later. */
export type Next = 'nothing' | 'retry' | 'repeat'

/** What was sent and not answered has most likely arrived: it is repeated once, after so long. */
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

const change = (trx: Trx, { tenantId, id }: Attempt) =>
  trx
    .updateTable('message')
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'sending')

/** @returns whether this attempt was still the message's latest */
async function changeMessage(trx: Trx, attempt: Attempt, isDelivered: boolean, next: Next): Promise<boolean> {
  // Delivered is delivered, also where this process was taken for dead and another has the message now.
  if (isDelivered) await change(trx, attempt).set(delivered).execute()
  else {
    const { numUpdatedRows } = await change(trx, attempt)
      .set({ state: next === 'nothing' ? 'failed' : 'waiting' })
      .where('sendCount', '=', attempt.sendCount)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  return true
}

/**
 * Records how an attempt ended. The code in a delivered message is wiped with its body.
 *
 * @param endJob ends the message's job in the same transaction, so that a later one can take its place
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
      .where('id', '=', attempt.attemptId)
      .execute()
    const latest = await changeMessage(trx, attempt, outcome === 'delivered', next)
    if (!latest) return 'nothing'
    if (next === 'repeat') {
      await endJob(trx)
      await sql`select queue_message(${attempt.kind}, ${attempt.tenantId}, ${attempt.id}, ${repeatAfter})`.execute(
        trx,
      )
    }
    return next
  })
