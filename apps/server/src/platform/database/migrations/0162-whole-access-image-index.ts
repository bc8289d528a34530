import { type Kysely, sql } from 'kysely'
import { auditPartitions } from './0154-audit-searches.ts'
import { accessIndex } from './0161-access-image-index.ts'

/** Makes the index of `0161` that of the whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_event_access on only audit_event ${sql.raw(accessIndex)}`.execute(db)
  for (const { part, suffix } of await auditPartitions(db)) {
    const index = sql.id(`audit_event_access_${suffix}`)
    // A partition that was made after `0161` is of a month to come, and so empty.
    await sql`create index if not exists ${index} on ${sql.table(part)} ${sql.raw(accessIndex)}`.execute(db)
    await sql`alter index audit_event_access attach partition ${index}`.execute(db)
  }
}
