import { type Kysely, sql } from 'kysely'

/**
 * Adds to each event of the audit trail where it came from, which study it concerns, and which people and things
 * besides its own. Earlier events have none of these: they stay as they were sealed. A function finds events by those.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_event
    add column address text not null default '',
    add column user_agent text not null default '',
    add column study_id text,
    add column subjects text[]`.execute(db)
  await sql`grant insert (address, user_agent, study_id, subjects) on audit_event
    to atrium_platform, atrium_tenant, atrium_system`.execute(db)
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await sql`create function find_audit_events(about text[], most integer) returns setof bigint
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select sequence from public.audit_event
      where subjects && about
        -- The form "is true" keeps the planner from also reading the index of a large tenant's events.
        and (current_setting('role') <> 'atrium_tenant' or tenant_id = any (public.app_tenants())) is true
      order by sequence + 0 desc limit most
    $$`.execute(db)
  await sql`revoke execute on function find_audit_events from public`.execute(db)
  await sql`grant execute on function find_audit_events to atrium_platform, atrium_tenant, atrium_system`.execute(
    db,
  )
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
}
