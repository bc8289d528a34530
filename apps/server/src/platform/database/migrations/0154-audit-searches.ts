import { type Kysely, sql } from 'kysely'

export const inTransaction = false

/** Indexes of the trail by what it is searched by, in the order of the events. */
export const auditIndexes = [
  ['audit_event_id', '(id)'],
  ['audit_event_sequence', '(sequence)'],
  ['audit_event_at', '(at, sequence)'],
  ['audit_event_kind', '(entity, sequence)'],
  ['audit_event_call', '(call, sequence)'],
  ['audit_event_request', `(split_part(request_id, ' ', 1)) where request_id <> ''`],
  ['audit_event_study', '(study_id, sequence) where study_id is not null'],
  ['audit_event_subjects', 'using gin (subjects)'],
  ['audit_event_tenant_actor', '(tenant_id, actor_id, sequence)'],
  ['audit_event_tenant_kind', '(tenant_id, entity, sequence)'],
  ['audit_event_tenant_call', '(tenant_id, call, sequence)'],
] as const

/** The partitions of the trail, with the end of their names. */
export async function auditPartitions(db: Kysely<unknown>) {
  const { rows } = await sql<{ part: string; suffix: string }>`
    select relname as part, substr(relname, length('audit_event_') + 1) as suffix
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'audit_event'::regclass order by relname`.execute(db)
  return rows
}

/** Builds them on each partition, because PostgreSQL builds none on a partitioned table concurrently. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { part, suffix } of await auditPartitions(db))
    for (const [name, definition] of auditIndexes) {
      const index = sql.id(`${name}_${suffix}`)
      // An interrupted build leaves an invalid index.
      await sql`drop index concurrently if exists ${index}`.execute(db)
      await sql`create index concurrently ${index} on ${sql.table(part)} ${sql.raw(definition)}`.execute(db)
    }
  await sql`drop index concurrently if exists audit_seal_to_batch`.execute(db)
  await sql`create index concurrently audit_seal_to_batch on audit_seal (to_batch)`.execute(db)
}
