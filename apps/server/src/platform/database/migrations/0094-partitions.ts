import { type Kysely, sql } from 'kysely'
import { firstRule, partitioned } from './0092-byte-order.ts'
import { endOfFirst } from './0093-first-partitions.ts'
import { grant } from './grant.ts'

/*
 * The audit trail and the messages are partitioned by their ids, which are UUIDs of version 7: a partition a month. What
 * was there becomes the first partition. Ids that are of no partition go to the one called `other`. Attempts follow in
 * `0096`, once their key is valid again.
 */

type Name = (typeof partitioned)[number]['table']

/** Replaces a table by one of partitions, of which the table is to be the first. */
async function replace(db: Kysely<unknown>, table: Name, key: string): Promise<void> {
  const [name, first] = [sql.table(table), sql.table(`${table}_first`)]
  const { rows: indexes } = await sql<{ name: string; definition: string; isKey: boolean }>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition, i.indisprimary as "isKey"
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = ${table}::regclass`.execute(db)
  const { rows: keys } = await sql<{ definition: string }>`select pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid = ${table}::regclass and contype = 'p'`.execute(db)
  await sql`alter table ${name} rename to ${sql.id(`${table}_first`)}`.execute(db)
  for (const { name } of indexes)
    await sql`alter index ${sql.id(name)} rename to ${sql.id(`${name}_first`)}`.execute(db)
  await sql`create table ${name} (like ${first} including defaults including constraints including storage)
    partition by range (${sql.ref(key)})`.execute(db)
  await sql`alter table ${name} drop constraint ${sql.id(firstRule(table))},
    add constraint ${sql.id(`${table}_pkey`)} ${sql.raw(keys[0]?.definition ?? '')}`.execute(db)
  for (const { definition, isKey } of indexes) if (!isKey) await sql.raw(definition).execute(db)
}

/** Everybody reaches the rows by way of the whole: what is said of it holds for its partitions. */
async function confine(db: Kysely<unknown>, table: Name): Promise<void> {
  const { rows: policies } = await sql<{ name: string; statement: string }>`
    select policyname as name, format('create policy %I on %I for %s to %s', policyname, ${table}::text, cmd,
        (select string_agg(quote_ident(role), ', ') from unnest(roles) role))
      || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') as statement
    from pg_policies where schemaname = 'public' and tablename = ${`${table}_first`}`.execute(db)
  const first = sql.table(`${table}_first`)
  for (const { name, statement } of policies) {
    await sql.raw(statement).execute(db)
    await sql`drop policy ${sql.id(name)} on ${first}`.execute(db)
  }
  await sql`alter table ${sql.table(table)} enable row level security, force row level security`.execute(db)
  await sql`revoke all on ${first} from atrium_platform, atrium_tenant, atrium_system`.execute(db)
}

/**
 * Makes a table one of partitions, without a look at its rows.
 *
 * @param complete says what else holds for the whole, before the rows are part of it
 */
export async function partition(
  db: Kysely<unknown>,
  { table, key }: (typeof partitioned)[number],
  complete: () => Promise<unknown>,
): Promise<void> {
  const end = await endOfFirst(db, table)
  await replace(db, table, key)
  await confine(db, table)
  await complete()
  await sql`create table if not exists ${sql.table(`${table}_other`)}
    (like ${sql.table(table)} including defaults including constraints including storage)`.execute(db)
  await sql`select attach_partition(${sql.lit(table)}, 'first',
    ${sql.lit(`for values from (minvalue) to ('${end}')`)})`.execute(db)
  await sql`alter table ${sql.table(`${table}_first`)} drop constraint ${sql.id(firstRule(table))}`.execute(
    db,
  )
  await sql`select attach_partition(${sql.lit(table)}, 'other', 'default')`.execute(db)
}

/** The numbers of events go on where they are, and the database goes on saying when an event was. */
async function numberEvents(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ last: string; used: boolean }>`
    select last_value::text as last, is_called as used from audit_event_sequence_seq`.execute(db)
  const [{ last, used } = { last: '1', used: false }] = rows
  await sql`alter table audit_event_first alter column sequence drop identity`.execute(db)
  await sql`alter table audit_event alter column sequence
    add generated always as identity (sequence name audit_event_sequence_seq)`.execute(db)
  await sql`select setval('audit_event_sequence_seq', ${sql.lit(last)}::bigint, ${sql.lit(used)})`.execute(db)
  await sql`drop trigger stamp on audit_event_first`.execute(db)
  await sql`create trigger stamp before insert on audit_event
    for each row execute function stamp_audit_event()`.execute(db)
}

/** The partitions of a table that have bounds, for whoever asks; and a function that makes a table one, the owner's to call. */
async function describePartitions(db: Kysely<unknown>): Promise<void> {
  await sql`create function partitions_of(parent regclass)
    returns table (name text, from_id text, to_id text)
    language sql stable set search_path = pg_catalog as $$
      select c.relname::text, substring(bound from 'FROM \\(''([^'']+)''\\)'), substring(bound from 'TO \\(''([^'']+)''\\)')
      from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bound
      where i.inhparent = parent and bound <> 'DEFAULT' order by 2 nulls first
    $$`.execute(db)
  // Indexes are named after those of the whole, by which plans are read.
  await sql`create function attach_partition(parent text, suffix text, bounds text) returns void
    language plpgsql set search_path = pg_catalog, public as $$
    declare
      part text := parent || '_' || suffix;
      own record;
    begin
      execute format('alter table %I attach partition %I %s', parent, part, bounds);
      execute format('alter table %I enable row level security, force row level security', part);
      for own in
        select c.relname as name, p.relname || '_' || suffix as wanted
        from pg_index x join pg_inherits i on i.inhrelid = x.indexrelid
        join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
        where x.indrelid = part::regclass and c.relname <> p.relname || '_' || suffix
      loop
        execute format('alter index %I rename to %I', own.name, own.wanted);
      end loop;
    end $$`.execute(db)
  await sql`revoke execute on function attach_partition from public`.execute(db)
}

/** Which partitions of the audit trail were archived: what stands there of each is signed. */
async function noteArchives(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_archive (
    name text primary key,
    from_batch integer not null,
    to_batch integer not null,
    events bigint not null,
    sha256 text not null,
    seals jsonb not null,
    signature text not null,
    archived_at timestamptz not null
  )`.execute(db)
  await grant(db, 'audit_archive', { atrium_platform: ['select'], atrium_system: ['select'] })
}

/** The key of attempts that has them leave with their messages. */
export const keyOfMessage = sql`constraint message_attempt_tenant_id_message_id_fkey
  foreign key (tenant_id, message_id) references message (tenant_id, id) on delete cascade`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`lock table message_attempt, message, audit_event in access exclusive mode`.execute(db)
  await describePartitions(db)
  const [events, messages] = partitioned
  await partition(db, events, () => numberEvents(db))
  await sql`grant select, insert (id, actor_id, actor_name, tenant_id, call, entity, entity_id, before, after, reason,
    request_id) on audit_event to atrium_platform, atrium_tenant, atrium_system`.execute(db)
  await sql`alter table message_attempt drop constraint message_attempt_tenant_id_message_id_fkey`.execute(db)
  await partition(db, messages, () =>
    sql`alter table message add constraint message_software_id_fkey
      foreign key (software_id) references software (id)`.execute(db),
  )
  await sql`alter table message_attempt add ${keyOfMessage} not valid`.execute(db)
  await grant(db, 'message', {
    atrium_tenant: ['insert'],
    atrium_platform: ['select', 'insert', 'update'],
    atrium_system: ['select', 'insert', 'update', 'delete'],
  })
  await noteArchives(db)
}
