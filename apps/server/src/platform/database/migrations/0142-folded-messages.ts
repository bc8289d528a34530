import { type Kysely, sql } from 'kysely'

export const inTransaction = false

/** The search indexes of messages over folded text: what each replaces, and its definition. */
export const messageIndexes = [
  ['message_search', 'using gin (search_runs(fold_text(message_search_text(recipient, subject))))'],
  ['message_subject_search', `using gin (search_runs(fold_text(subject))) where kind = 'email'`],
] as const

/** The partitions of messages, with the end of their names. */
export async function messagePartitions(db: Kysely<unknown>) {
  const { rows } = await sql<{ part: string; suffix: string }>`
    select relname as part, substr(relname, length('message_') + 1) as suffix
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'message'::regclass order by relname`.execute(db)
  return rows
}

/** Builds them on each partition, because PostgreSQL builds none on a partitioned table concurrently. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { part, suffix } of await messagePartitions(db))
    for (const [name, definition] of messageIndexes) {
      const index = sql.id(`${name}_folded_${suffix}`)
      // An interrupted build leaves an invalid index.
      await sql`drop index concurrently if exists ${index}`.execute(db)
      await sql`create index concurrently ${index} on ${sql.table(part)} ${sql.raw(definition)}`.execute(db)
    }
}
