import { type Kysely, sql } from 'kysely'
import { auditPartitions } from './0154-audit-searches.ts'

export const inTransaction = false

/** The index by which the trail finds images of access. */
export const accessIndex = 'using gin (access_keys(access)) where access is not null'

/** Builds it on each partition, because PostgreSQL builds none on a partitioned table concurrently. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { part, suffix } of await auditPartitions(db)) {
    const index = sql.id(`audit_event_access_${suffix}`)
    // An interrupted build leaves an invalid index.
    await sql`drop index concurrently if exists ${index}`.execute(db)
    await sql`create index concurrently ${index} on ${sql.table(part)} ${sql.raw(accessIndex)}`.execute(db)
  }
}
