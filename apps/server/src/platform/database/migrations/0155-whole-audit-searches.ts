import { type Kysely, sql } from 'kysely'
import { auditIndexes, auditPartitions } from './0154-audit-searches.ts'

/** Makes the indexes of `0154` those of the whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const partitions = await auditPartitions(db)
  for (const [name, definition] of auditIndexes) {
    await sql`create index ${sql.id(name)} on only audit_event ${sql.raw(definition)}`.execute(db)
    for (const { part, suffix } of partitions) {
      const index = sql.id(`${name}_${suffix}`)
      // A partition that was made after `0154` is of a month to come, and so empty.
      await sql`create index if not exists ${index} on ${sql.table(part)} ${sql.raw(definition)}`.execute(db)
      await sql`alter index ${sql.id(name)} attach partition ${index}`.execute(db)
    }
  }
}
