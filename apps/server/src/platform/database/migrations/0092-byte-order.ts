import { type Kysely, sql } from 'kysely'
import { buildIndex, indexesOverIds, isKey, successor } from './0091-byte-order-indexes.ts'

export const contract = {
  reason:
    'ids are UUIDs of the instant at which they are made, in every version: before the end of the first partition',
  needs: '0085-module-overrides',
}

/** The tables that are partitioned, each with the column that says where a row belongs. */
export const partitioned = [
  { table: 'audit_event', key: 'id' },
  { table: 'message', key: 'id' },
  { table: 'message_attempt', key: 'message_id' },
] as const

/** The rule that a table's rows are all in its first partition. */
export const firstRule = (table: string): string => `${table}_in_first_partition`

/**
 * Puts the ids of the audit trail and of messages in the order of their bytes, whatever the database's own is, and has
 * the rows that are there and those of the next weeks be of the first partition. Nothing is built or read here: the
 * indexes are there, and the next migration looks at the rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await idsOfMonths(db)
  // Unless 0091 has: where it is only tried out what this would do.
  for (const index of indexesOverIds) await buildIndex(index, 'if not exists').execute(db)
  const refers = sql`alter table message_attempt`
  await sql`${refers} drop constraint message_attempt_tenant_id_message_id_fkey`.execute(db)
  for (const [name, on] of indexesOverIds) {
    const table = sql.table(on.split(' ', 1)[0] ?? '')
    if (isKey(name)) await sql`alter table ${table} drop constraint ${sql.id(name)}`.execute(db)
    else await sql`drop index ${sql.id(name)}`.execute(db)
  }
  for (const { table } of partitioned)
    await sql`alter table ${sql.table(table)} alter column id type text collate "C"`.execute(db)
  await sql`${refers} alter column message_id type text collate "C"`.execute(db)
  for (const [name, on] of indexesOverIds) {
    const [table = ''] = on.split(' ', 1)
    if (isKey(name))
      await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)}
        primary key using index ${sql.id(successor(name))}`.execute(db)
    else await sql`alter index ${sql.id(successor(name))} rename to ${sql.id(name)}`.execute(db)
  }
  await sql`${refers} add foreign key (tenant_id, message_id) references message (tenant_id, id)
    on delete cascade not valid`.execute(db)
  await confineToFirst(db)
}

/** The least UUID of version 7 of a month's first instant, and back. Months are those of UTC. */
async function idsOfMonths(db: Kysely<unknown>): Promise<void> {
  await sql`create function id_of_month(month timestamp) returns text
    language sql immutable strict parallel safe set search_path = pg_catalog
    return regexp_replace(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0'),
      '(.{8})(.{4})', '\\1-\\2-7000-8000-000000000000')`.execute(db)
  await sql`create function month_of_id(id text) returns timestamp
    language sql immutable strict parallel safe set search_path = pg_catalog
    return date_trunc('month', timestamp 'epoch'
      + ('x' || lpad(translate(left(id, 13), '-', ''), 16, '0'))::bit(64)::bigint * interval '1 millisecond')`.execute(
    db,
  )
}

/** So that nothing that is written until the partitions are there is refused, the first one ends in the month after next. */
async function confineToFirst(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ bound: string }>`
    select id_of_month(date_trunc('month', now() at time zone 'UTC') + interval '2 months') as bound`.execute(
    db,
  )
  for (const { table, key } of partitioned)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(firstRule(table))}
      check (${sql.ref(key)} < ${sql.lit(rows[0]?.bound ?? '')}) not valid`.execute(db)
}
