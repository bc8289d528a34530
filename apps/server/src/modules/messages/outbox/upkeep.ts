import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, type Database, inTransaction, type Trx } from '../../../platform/database/index.ts'
import type { MessageKind } from './outbox.ts'

/**
 * Gives a job to every message that waits without one: those of the version before, which knew none, each when it
 * would have sent it; and those whose job was lost, as by waiting longer than the queue keeps one.
 *
 * @returns how many there were
 */
export const queueUnqueuedMessages = (db: Kysely<Database>, kinds: readonly MessageKind[]): Promise<number> =>
  inTransaction(db, asSystem, async (trx) => {
    const { rows } = await sql`
      with adopted as (
        update message set next_try_at = 'infinity'
        where state in ('waiting', 'sending') and kind = any (${kinds})
          and (next_try_at <= now() or next_try_at = 'infinity' and not exists (
            select from pgboss.job
            where name = 'message-' || kind and coalesce(singleton_key, '') = message.id
              and policy = 'exclusive' and pgboss.job.state <= 'active'))
        returning kind, tenant_id, id)
      select queue_message(kind, tenant_id, id) from adopted`.execute(trx)
    return rows.length
  })

const wiped = { bodyEncrypted: null, wipedAt: sql<Date>`now()` }

/** What is past its time and still has its body. */
const expired = (trx: Trx) =>
  trx.updateTable('message').where('expiresAt', '<=', sql<Date>`now()`).where('bodyEncrypted', 'is not', null)

/** Gives up what was not delivered in time, unless a process is sending it right now. */
async function failExpired(trx: Trx): Promise<void> {
  const expiredRows = await expired(trx)
    .set({ ...wiped, state: 'failed' })
    .where('state', 'in', ['waiting', 'sending'])
    .where((is) =>
      is.or([
        is('state', '=', 'waiting'),
        is('nextTryAt', '<=', sql<Date>`now()`),
        // No attempt lasts so long: its process died, and no other sends this kind of message.
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
        // Not when the transaction began: the message's last attempt may have been made since.
        at: sql<Date>`clock_timestamp()`,
        outcome: 'expired',
      })),
    )
    .execute()
}

/** Ends the messages whose code, key or password is no longer good, and wipes it. */
export const expireMessages = (db: Kysely<Database>): Promise<void> =>
  inTransaction(db, asSystem, async (trx) => {
    await failExpired(trx)
    await expired(trx).set(wiped).where('state', '=', 'failed').execute()
  })
