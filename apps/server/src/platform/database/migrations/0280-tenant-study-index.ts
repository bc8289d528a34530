import { type Kysely, sql } from 'kysely'
import { auditPartitions } from './0154-audit-searches.ts'

export const inTransaction = false

/** The index by which the trail of a tenant is searched by study. */
export const tenantStudyIndex = '(tenant_id, study_id, sequence) where study_id is not null'

/** Builds it on each partition, because PostgreSQL builds none on a partitioned table concurrently. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { part, suffix } of await auditPartitions(db)) {
    const index = sql.id(`audit_event_tenant_study_${suffix}`)
    // An interrupted build leaves an invalid index.
    await sql`drop index concurrently if exists ${index}`.execute(db)
    await sql`create index concurrently ${index} on ${sql.table(part)} ${sql.raw(tenantStudyIndex)}`.execute(
      db,
    )
  }
}
