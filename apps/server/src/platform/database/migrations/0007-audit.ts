import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'

/**
 * The audit trail. Each event falls into the batch that is open when it is written, and its writer holds a
 * shared lock on that batch until it commits. The sealer opens the next batch, waits until it can have the
 * last one's lock alone, and then knows that its events are complete: writers never wait for each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence audit_batch as integer`.execute(db)
  await sql`select setval('audit_batch', 1)`.execute(db)
  await sql`create table audit_event (
    sequence bigint generated always as identity,
    batch integer not null,
    id text not null,
    at timestamptz not null,
    actor_id text,
    actor_name text not null default '',
    tenant_id text not null,
    call text not null,
    entity text not null,
    entity_id text not null default '',
    before jsonb,
    after jsonb,
    reason text not null default '',
    request_id text not null default '',
    primary key (tenant_id, id)
  )`.execute(db)
  await sql`create index audit_event_batch on audit_event (batch, sequence)`.execute(db)
  await sql`create index audit_event_tenant on audit_event (tenant_id, sequence)`.execute(db)
  await sql`create index audit_event_entity on audit_event (entity, entity_id, sequence)`.execute(db)
  await sql`create index audit_event_actor on audit_event (actor_id, sequence)`.execute(db)
  await sql`create table audit_seal (
    number integer primary key,
    from_batch integer not null,
    to_batch integer not null,
    events integer not null,
    hash text not null,
    previous_hash text not null,
    signature text not null,
    sealed_at timestamptz not null
  )`.execute(db)
  await stampEvents(db)
  await confineEvents(db)
}

/** The database itself says when an event was and in which batch, whatever its writer says. */
async function stampEvents(db: Kysely<unknown>): Promise<void> {
  // 1635082608: the first key of the advisory locks on batches, 'audp' in ASCII.
  await sql`create function stamp_audit_event() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    declare
      opened integer;
      still_open integer;
    begin
      loop
        select last_value into opened from audit_batch;
        if pg_try_advisory_xact_lock_shared(1635082608, opened) then
          -- The sealer may have opened the next batch before this one was locked.
          select last_value into still_open from audit_batch;
          exit when still_open = opened;
        end if;
      end loop;
      new.batch := opened;
      new.at := clock_timestamp();
      return new;
    end $$`.execute(db)
  await sql`revoke execute on function stamp_audit_event() from public`.execute(db)
  await sql`create trigger stamp before insert on audit_event
    for each row execute function stamp_audit_event()`.execute(db)
}

/** Everybody adds events, the reading roles read them by tenant, nobody changes or removes one. */
async function confineEvents(db: Kysely<unknown>): Promise<void> {
  const own = sql`tenant_id = any ((select app_tenants())::text[])`
  await sql`alter table audit_event enable row level security, force row level security`.execute(db)
  await sql`create policy unconfined on audit_event to atrium_platform, atrium_system
    using (true) with check (true)`.execute(db)
  await sql`create policy tenant_select on audit_event for select to atrium_tenant
    using (tenant_id <> '0' and ${own})`.execute(db)
  await sql`create policy tenant_insert on audit_event for insert to atrium_tenant
    with check (${own})`.execute(db)
  await grant(db, 'audit_event', {
    atrium_platform: ['select', 'insert'],
    atrium_tenant: ['select', 'insert'],
    atrium_system: ['select', 'insert'],
  })
  await grant(db, 'audit_seal', { atrium_platform: ['select'], atrium_system: ['select', 'insert'] })
  await sql`grant select, update on sequence audit_batch to atrium_system`.execute(db)
}
