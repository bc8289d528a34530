import { type Kysely, sql } from 'kysely'

/**
 * Seals say of which form they are, how many events the trail has up to them, and how many of their batches are
 * empty. Those that are there are of the first form. Whoever does not know of forms adds no seal any more: a process
 * of the version before goes on recording events and leaves sealing to the new ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_seal
    add column form integer not null default 1,
    add column total bigint,
    add column empty_batches integer`.execute(db)
  await sql`alter table audit_seal alter column form drop default`.execute(db)
  await numberBatches(db)
  await nameColumns(db)
  await countFailures(db)
}

/** The number of the open batch only ever goes up, by one, and only from a batch that holds events. */
async function numberBatches(db: Kysely<unknown>): Promise<void> {
  await sql`revoke update on sequence audit_batch from atrium_system`.execute(db)
  // Row-level security holds for the owner too, as whom the function looks for events.
  await sql`create policy owner_select on audit_event for select to current_user using (true)`.execute(db)
  await sql`create function close_audit_batch() returns integer
    language plpgsql security definer set search_path = pg_catalog, public as $$
    declare
      opened integer;
    begin
      select last_value into opened from public.audit_batch;
      if not exists (select from public.audit_event where batch >= opened) then
        return opened - 1;
      end if;
      -- Not nextval, which skips numbers after a crash of the database.
      perform setval('public.audit_batch', opened + 1);
      return opened;
    end $$`.execute(db)
  await sql`revoke execute on function close_audit_batch() from public`.execute(db)
  await sql`grant execute on function close_audit_batch() to atrium_system`.execute(db)
}

/** What the database says of an event nobody else can: neither its number nor its batch nor its instant. */
async function nameColumns(db: Kysely<unknown>): Promise<void> {
  const roles = sql`atrium_platform, atrium_tenant, atrium_system`
  await sql`revoke insert on audit_event from ${roles}`.execute(db)
  await sql`grant insert (id, actor_id, actor_name, tenant_id, call, entity, entity_id, before, after, reason,
    request_id) on audit_event to ${roles}`.execute(db)
}

/** Failed sign-ins beyond those that are recorded one by one, until the trail is told how many they were. */
async function countFailures(db: Kysely<unknown>): Promise<void> {
  await sql`create table failed_sign_in_tally (
    id integer primary key,
    since timestamptz not null default clock_timestamp(),
    failures integer not null
  )`.execute(db)
  await sql`grant select, insert, update, delete on failed_sign_in_tally to atrium_system`.execute(db)
}
