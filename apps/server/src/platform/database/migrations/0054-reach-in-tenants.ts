import { type Kysely, sql } from 'kysely'
import { giveToSystem } from './grant.ts'

/**
 * What people can reach within one tenant, whichever role asks, and whose names and addresses a tenant may change: those
 * of people who are its own alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function reaches_in(who text, whom text, tenant text) returns boolean
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      -- The same locks in the same order as those of reaches.
      perform from app_user where id in (who, whom) order by id for update;
      perform from role where id in (
        select role_id from app_user where id in (who, whom)
        union select role_id from tenant_user where user_id in (who, whom)) order by id for share;
      return who = whom or not exists (
        with mine as materialized (select * from reach_of(who, false) where tenant_id in ('0', tenant))
        select from reach_of(whom, true) theirs where theirs.tenant_id = tenant and not exists (
          select from mine where mine.menu_id in ('*', theirs.menu_id)));
    end $$`.execute(db)
  // The only tenant of somebody without a role of the system; null for everybody else.
  await sql`create function only_tenant(whom text) returns text
    language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
      select min(t.tenant_id) from tenant_user t join app_user u on u.id = t.user_id
      where t.user_id = whom and u.role_id is null
      having count(*) = 1 $$`.execute(db)
  for (const name of ['reaches_in(text, text, text)', 'only_tenant(text)']) {
    const which = sql`function ${sql.raw(name)}`
    await sql`revoke all on ${which} from public`.execute(db)
    await sql`grant execute on ${which} to atrium_platform, atrium_tenant, atrium_system`.execute(db)
    await giveToSystem(db, which)
  }
  await sql`create policy tenant_update on app_user for update to atrium_tenant
    using (only_tenant(id) = any ((select app_tenants())::text[]))`.execute(db)
  await sql`grant update (full_name, email, email_key, email_valid, phone, phone_key, row_version, updated_at)
    on app_user to atrium_tenant`.execute(db)
}
