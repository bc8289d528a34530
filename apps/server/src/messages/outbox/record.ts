import { type Kysely, sql } from 'kysely'
import { asSystem, type Database, inTransaction, type Trx } from '../../database/index.ts'
import { pauseAfter } from './backoff.ts'
import type { Claim } from './claim.ts'
import type { SendResult } from './result.ts'

/** What an outcome makes of its message. */
function changes({ sendCount, maxSendCount }: Claim, outcome: SendResult['outcome']) {
  const now = sql<Date>`now()`
  if (outcome === 'delivered') {
    return {
      state: 'delivered' as const,
      deliveredAt: now,
      bodyEncrypted: sql<string | null>`case when expires_at is null then body_encrypted end`,
      wipedAt: sql<Date | null>`case when expires_at is not null then now() end`,
    }
  }
  if (outcome === 'refused' || sendCount >= maxSendCount) return { state: 'failed' as const }
  return {
    state: 'waiting' as const,
    nextTryAt: sql<Date>`now() + make_interval(secs => ${pauseAfter(sendCount)})`,
  }
}

const change = (trx: Trx, claim: Claim, outcome: SendResult['outcome']) =>
  trx
    .updateTable('message')
    .set(changes(claim, outcome))
    .where('tenantId', '=', claim.tenantId)
    .where('id', '=', claim.id)
    .where('state', '=', 'sending')
    // Not where the claim ran out and another process has the message now.
    .where('sendCount', '=', claim.sendCount)
    .execute()

/** Records how a claimed message's attempt ended. The code in a delivered one is wiped with its body. */
export const recordResult = (
  db: Kysely<Database>,
  claim: Claim,
  { outcome, answer }: SendResult,
): Promise<void> =>
  inTransaction(db, asSystem, async (trx) => {
    await change(trx, claim, outcome)
    await trx
      .updateTable('messageAttempt')
      .set({ outcome, answer })
      .where('tenantId', '=', claim.tenantId)
      .where('id', '=', claim.attemptId)
      .execute()
  })
