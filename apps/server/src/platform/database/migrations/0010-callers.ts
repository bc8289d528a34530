import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'

const readers = { atrium_platform: ['select'], atrium_tenant: ['select'], atrium_system: ['select'] } as const

/** What a user may do now, and the session's way to it in one statement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create view open_role with (security_invoker) as
    select u.id as user_id, '0' as tenant_id, r.id as role_id, r.super_admin = 0 as super_admin
    from app_user u join role r on r.id = u.role_id
    where r.role_type = 1 and r.status = 0
    union all
    select t.user_id, t.tenant_id, r.id, false
    from tenant_user t join role r on r.id = t.role_id
    where r.role_type = 2 and r.status = 0 and t.enabled = 0`.execute(db)
  await sql`create view open_menu with (security_invoker) as
    select m.id, m.code, m.parent_id, m.name, m.name_en, m.seq, m.url, m.icon
    from menu m left join menu g on g.id = m.parent_id
    where m.status = 0 and coalesce(g.status, 0) = 0`.execute(db)
  await grant(db, 'open_role', readers)
  await grant(db, 'open_menu', readers)
  await findSession(db)
}

/**
 * Answers whom a session belongs to and what they hold, and moves its expiry on. It runs with the rights of
 * atrium_system, so that no role need be taken first; whoever calls it must know the hash of a token.
 */
async function findSession(db: Kysely<unknown>): Promise<void> {
  await sql`create function held_menus(roles text[]) returns text[]
    language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
      select coalesce(array_agg(distinct m.code), '{}') from role_menu h join open_menu m on m.id = h.menu_id
      where h.role_id = any (roles) and m.code is not null $$`.execute(db)
  await sql`create function find_session(hash text) returns table (
      state text, user_id text, user_name text, language text, platform boolean, super_admin boolean,
      menus text[], memberships jsonb)
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    #variable_conflict use_column
    begin
      return query
      with limits as (
        select case when validity_time > 0 then make_interval(mins => validity_time) end as validity
        from safe_strategy where id = 1
      ), used as (
        update session set last_seen_at = now(), expires_at = coalesce(now() + limits.validity, 'infinity')
        from limits
        where token_hash = hash and ended_at is null and expires_at > now()
          -- Seldom, so that reading does not become writing; often enough for the shortest validity.
          and last_seen_at < now() - least(interval '1 minute', limits.validity / 10)
      ), held as (
        select tenant_id, bool_or(super_admin) as super_admin, held_menus(array_agg(role_id)) as menus
        from open_role where user_id = (select user_id from session where token_hash = hash)
        group by tenant_id
      )
      select case when s.ended_reason = 'signed-out' then 'signed-out'
                  when s.ended_at is not null or u.status <> '0' then 'ended'
                  when s.expires_at <= now() then 'expired'
                  else 'good' end,
        u.id, u.user_name, u.language, p.tenant_id is not null, coalesce(p.super_admin, false),
        coalesce(p.menus, '{}'),
        (select coalesce(jsonb_agg(jsonb_build_object('tenantId', t.tenant_id, 'menus', coalesce(h.menus, '{}'))
                                   order by t.join_date, t.tenant_id), '[]')
         from tenant_user t left join held h on h.tenant_id = t.tenant_id
         where t.user_id = u.id and t.enabled = 0)
      from session s join app_user u on u.id = s.user_id left join held p on p.tenant_id = '0'
      where s.token_hash = hash;
    end $$`.execute(db)
  await giveToSystem(db, sql`function find_session(text)`)
}

/** Makes atrium_system the owner, which takes an owner of the schema who may act as that role. */
async function giveToSystem(db: Kysely<unknown>, what: ReturnType<typeof sql>): Promise<void> {
  await sql`do $$
    declare
      modern boolean := current_setting('server_version_num')::int >= 160000;
    begin
      if not pg_has_role(current_user, 'atrium_system', case when modern then 'SET' else 'MEMBER' end) then
        execute 'grant atrium_system to current_user'
          || case when modern then ' with inherit false, set true' else '' end;
      end if;
    end $$`.execute(db)
  await sql`grant create on schema public to atrium_system`.execute(db)
  await sql`alter ${what} owner to atrium_system`.execute(db)
  await sql`revoke create on schema public from atrium_system`.execute(db)
}
