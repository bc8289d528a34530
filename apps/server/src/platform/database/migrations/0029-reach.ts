import { type Kysely, sql } from 'kysely'
import { giveToSystem } from './grant.ts'

/**
 * What people can reach, whichever role asks: a tenant's session, which row-level security shows its own tenants
 * alone, must not take somebody for less than they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function reach_of(who text, even_closed boolean) returns table (tenant_id text, menu_id text)
    language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
      with held as (
        select o.tenant_id, o.role_id, o.super_admin from open_role o where o.user_id = who and not even_closed
        union all
        select '0', r.id, r.super_admin = 0 from app_user u join role r on r.id = u.role_id
        where u.id = who and even_closed
        union all
        select t.tenant_id, t.role_id, false from tenant_user t where t.user_id = who and even_closed
      )
      select h.tenant_id, '*' from held h where h.super_admin
      union
      select h.tenant_id, m.menu_id from held h join role_menu m on m.role_id = h.role_id $$`.execute(db)
  await sql`create function reaches(who text, whom text) returns boolean
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      -- In one order, so that two who change each other wait instead of standing in each other's way. This is the
      -- lock that a new place in a tenant waits for too, by its foreign key.
      perform from app_user where id in (who, whom) order by id for update;
      perform from role where id in (
        select role_id from app_user where id in (who, whom)
        union select role_id from tenant_user where user_id in (who, whom)) order by id for share;
      if not exists (select from app_user where id = whom) then return null; end if;
      return who = whom or not exists (
        with mine as materialized (select * from reach_of(who, false))
        select from reach_of(whom, true) theirs where not exists (
          select from mine
          where mine.tenant_id in ('0', theirs.tenant_id) and mine.menu_id in ('*', theirs.menu_id)));
    end $$`.execute(db)
  for (const name of ['reach_of(text, boolean)', 'reaches(text, text)']) {
    const which = sql`function ${sql.raw(name)}`
    await sql`revoke all on ${which} from public`.execute(db)
    await sql`grant execute on ${which} to atrium_platform, atrium_tenant, atrium_system`.execute(db)
    await giveToSystem(db, which)
  }
}
