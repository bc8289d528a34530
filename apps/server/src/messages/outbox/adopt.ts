import { type Kysely, sql } from 'kysely'
import { asSystem, type Database, inTransaction } from '../../database/index.ts'
import type { MessageKind } from './message.ts'

/**
 * Gives a job to every message that waits without one: those of the version before, which knew none, each when it
 * would have sent it; and those whose job was lost, as by waiting longer than the queue keeps one.
 *
 * @returns how many there were
 */
export const adoptMessages = (db: Kysely<Database>, kinds: readonly MessageKind[]): Promise<number> =>
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
