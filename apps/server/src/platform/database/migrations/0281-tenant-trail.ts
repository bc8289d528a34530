import { type Kysely, sql } from 'kysely'
import { auditPartitions } from './0154-audit-searches.ts'
import { tenantStudyIndex } from './0280-tenant-study-index.ts'

/**
 * Joins the indexes that `0280` built on the partitions to one index of the whole table. Adds functions that find a
 * tenant's events by index. Rewrites the policy so that the planner no longer expects too few events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_event_tenant_study on only audit_event ${sql.raw(tenantStudyIndex)}`.execute(
    db,
  )
  for (const { part, suffix } of await auditPartitions(db)) {
    const index = sql.id(`audit_event_tenant_study_${suffix}`)
    // A partition that was made after `0280` is of a month to come, and so empty.
    await sql`create index if not exists ${index} on ${sql.table(part)} ${sql.raw(tenantStudyIndex)}`.execute(
      db,
    )
    await sql`alter index audit_event_tenant_study attach partition ${index}`.execute(db)
  }
  await addFunctions(db)
  await sql`alter policy tenant_select on audit_event using (
    case when tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]) then true else false end)`.execute(
    db,
  )
}

async function addFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await sql`create function find_audit_events_of_request(request text, most integer) returns setof bigint
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select sequence from public.audit_event
      where request_id <> '' and split_part(request_id, ' ', 1) = request
        and (current_setting('role') <> 'atrium_tenant' or tenant_id = any (public.app_tenants())) is true
      order by sequence + 0 desc limit most
    $$`.execute(db)
  await sql`create function audit_numbers_within(
      since timestamptz, beyond timestamptz, out first bigint, out last bigint)
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select
        (select sequence from public.audit_event where at >= since order by at limit 1),
        (select sequence from public.audit_event where at < beyond order by at desc limit 1)
    $$`.execute(db)
  const functions = sql`find_audit_events_of_request, audit_numbers_within`
  await sql`revoke execute on function ${functions} from public`.execute(db)
  await sql`grant execute on function ${functions} to atrium_platform, atrium_tenant, atrium_system`.execute(
    db,
  )
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
}
