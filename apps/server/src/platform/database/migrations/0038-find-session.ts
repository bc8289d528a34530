import { type Kysely, sql } from 'kysely'

/**
 * What every call asks first: whom a session belongs to and what they hold. It reads in two statements that keep their
 * plans, and writes, at most once a minute, only where the session's end moves on. How long a session lives in all is
 * counted from its sign-in by the limits of now: that of administrators for whoever holds a menu, or has held one at
 * any call of the session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The function belongs to atrium_system, which may otherwise make nothing here.
  await sql`grant create on schema public to atrium_system`.execute(db)
  await sql`set local role atrium_system`.execute(db)
  await sql`create or replace function find_session(hash text, administrators interval, others interval) returns table (
      state text, user_id text, user_name text, language text, platform boolean, super_admin boolean,
      menus text[], memberships jsonb)
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    #variable_conflict use_column
    declare
      asked record;
      roles record;
      ends_at timestamptz;
    begin
      select s.*, u.user_name, u.language, u.status, l.id is not null as has_limits,
        case when l.validity_time > 0 then make_interval(mins => l.validity_time) end as validity
      into asked
      from session s join app_user u on u.id = s.user_id left join safe_strategy l on l.id = 1
      where s.token_hash = hash;
      if not found then
        return;
      end if;
      with held as materialized (
        -- Whoever holds all of them has no need to have them named.
        select o.tenant_id, o.super_admin, case when o.super_admin then '{}' else array(
            select m.code from role_menu h join open_menu m on m.id = h.menu_id
            where h.role_id = o.role_id and m.code is not null) end as menus
        from open_role o where o.user_id = asked.user_id
      )
      select p.tenant_id is not null as platform, coalesce(p.super_admin, false) as super_admin,
        coalesce(p.menus, '{}') as menus,
        exists (select from held where super_admin or cardinality(menus) > 0) as holds_menus,
        (select coalesce(jsonb_agg(jsonb_build_object('tenantId', t.tenant_id, 'menus', coalesce(h.menus, '{}'))
                                   order by t.join_date, t.tenant_id), '[]')
         from tenant_user t left join held h on h.tenant_id = t.tenant_id
         where t.user_id = asked.user_id and t.enabled = 0) as memberships
      into roles
      from (select) as one left join held p on p.tenant_id = '0';
      ends_at := asked.created_at
        + case when asked.administrator or roles.holds_menus then administrators else others end;
      return query select
        case when asked.ended_reason = 'signed-out' then 'signed-out'
             when asked.ended_at is not null or asked.status <> '0' then 'ended'
             when least(asked.expires_at, ends_at) <= now() then 'expired'
             else 'good' end,
        asked.user_id, asked.user_name, asked.language, roles.platform, roles.super_admin, roles.menus, roles.memberships;
      -- Seldom, so that reading does not become writing; often enough for the shortest validity. An end that has come
      -- stays, whatever becomes of limits and roles.
      if asked.has_limits and asked.ended_at is null and asked.expires_at > now()
        and (asked.last_seen_at < now() - least(interval '1 minute', asked.validity / 10)
          or roles.holds_menus and not asked.administrator or ends_at <= now()) then
        update session s set last_seen_at = now(), administrator = s.administrator or roles.holds_menus,
          expires_at = least(coalesce(now() + asked.validity, 'infinity'), ends_at)
        where s.token_hash = hash and s.ended_at is null and s.expires_at > now();
      end if;
    end $$`.execute(db)
  await sql`reset role`.execute(db)
  await sql`revoke create on schema public from atrium_system`.execute(db)
}
