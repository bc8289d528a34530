import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, type Database, inTransaction, type Trx } from '../../../platform/database/index.ts'
import type { MessageKind } from './outbox.ts'

/**
 * Adds a job for every pending message that has lost its job, for example because the queue deleted it after a long
 * wait.
 * @returns the number of jobs added
 */
export const queueUnqueuedMessages = (db: Kysely<Database>, kinds: readonly MessageKind[]): Promise<number> =>
  inTransaction(db, asSystem, async (trx) => {
    const { rows } = await sql`
      select queue_message(kind, tenant_id, id) from message
      where state in ('waiting', 'sending') and kind = any (${kinds})
        and not exists (
          select from pgboss.job
          where name = 'message-' || kind and coalesce(singleton_key, '') = message.id
            and policy = 'exclusive' and pgboss.job.state <= 'active')`.execute(trx)
    return rows.length
  })

const wiped = { bodyEncrypted: null, wipedAt: sql<Date>`now()` }

/** Selects expired messages that still have their body. */
const expired = (trx: Trx) =>
  trx.updateTable('message').where('expiresAt', '<=', sql<Date>`now()`).where('bodyEncrypted', 'is not', null)

/** Marks expired pending messages as failed, unless a process is sending them right now. */
async function failExpired(trx: Trx): Promise<void> {
  const expiredRows = await expired(trx)
    .set({ ...wiped, state: 'failed' })
    .where('state', 'in', ['waiting', 'sending'])
    .where((is) =>
      is.or([
        is('state', '=', 'waiting'),
        // No attempt takes this long. The process that was sending it must have died.
        is('expiresAt', '<=', sql<Date>`now() - interval '1 hour'`),
      ]),
    )
    .returning(['tenantId', 'id'])
    .execute()
  if (expiredRows.length === 0) return
  await trx
    .insertInto('messageAttempt')
    .values(
      expiredRows.map(({ tenantId, id }) => ({
        tenantId,
        id: uuidv7(),
        messageId: id,
        // The transaction's start time could be earlier than the message's last attempt.
        at: sql<Date>`clock_timestamp()`,
        outcome: 'expired',
      })),
    )
    .execute()
}

/** Ends messages whose code, key or password has expired, and wipes their bodies. */
export const expireMessages = (db: Kysely<Database>): Promise<void> =>
  inTransaction(db, asSystem, async (trx) => {
    await failExpired(trx)
    await expired(trx).set(wiped).where('state', '=', 'failed').execute()
  })
