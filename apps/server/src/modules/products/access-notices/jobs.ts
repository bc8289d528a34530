import { type Kysely, sql } from 'kysely'
import { asSystem, type Database, inTransaction } from '../../../platform/database/index.ts'
import { accessQueue } from '../../../platform/database/queue.ts'
import type { DomainKey } from './waiting.ts'

/**
 * Deletes the other pending jobs of a domain: this one does their work too. Each transaction that changes rights adds a
 * job of its own, and so does each change while the product is down.
 * @param jobId the job that remains
 */
export const absorbJobs = (db: Kysely<Database>, { tenantId, id }: DomainKey, jobId: string) =>
  inTransaction(db, asSystem, (trx) =>
    sql`delete from pgboss.job where name = ${accessQueue} and id in (
      select id from pgboss.job
      where name = ${accessQueue} and state < 'active' and id <> ${jobId}
        and data = jsonb_build_object('tenantId', ${tenantId}::text, 'id', ${id}::text)
      for update skip locked)`.execute(trx),
  )

/**
 * Adds a job for each domain with pending notifications that has none. A change during an upgrade adds none before the
 * queue exists.
 */
export const queueUnqueued = (db: Kysely<Database>) =>
  inTransaction(db, asSystem, (trx) =>
    sql`select queue_access_notices(array_agg(tenant_id), array_agg(tenant_url_id))
      from (select distinct tenant_id, tenant_url_id from product_access where state = 'waiting') waiting
      where not exists (select from pgboss.job
        where name = ${accessQueue} and state <= 'active'
          and data = jsonb_build_object('tenantId', waiting.tenant_id, 'id', waiting.tenant_url_id))
      having count(*) > 0`.execute(trx),
  )
