import { type Kysely, sql } from 'kysely'

/** Adds the rights of any user as one function, by which sessions and explanations of access decide alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create view held_role with (security_invoker) as
      select u.id as user_id, '0' as tenant_id, r.id as role_id, r.super_admin = 0 as super_admin,
        r.role_type = 1 and r.status = 0 as is_open, true as is_enabled,
        null::timestamptz as access_from, null::timestamptz as access_until, u.role_from, u.role_until
      from app_user u join role r on r.id = u.role_id
      union all
      select t.user_id, t.tenant_id, r.id, false, r.role_type = 2 and r.status = 0, t.enabled = 0,
        t.access_from, t.access_until, t.role_from, t.role_until
      from tenant_user t left join role r on r.id = t.role_id`.execute(db)
  await sql`grant select on held_role to atrium_platform, atrium_tenant, atrium_system`.execute(db)
  await sql`create or replace view open_role with (security_invoker) as
      select user_id, tenant_id, role_id, super_admin
      from held_role
      where is_open and is_enabled and in_period(access_from, access_until) and in_period(role_from, role_until)`.execute(
    db,
  )
  await sql`create function rights_of(who text) returns table (
        platform boolean, super_admin boolean, menus text[], holds_menus boolean, memberships jsonb)
      language sql stable as $$
        with held as materialized (
          select o.tenant_id, o.super_admin, case when o.super_admin then '{}' else array(
              select m.code from public.role_menu h join public.open_menu m on m.id = h.menu_id
              where h.role_id = o.role_id and m.code is not null) end as menus
          from public.open_role o where o.user_id = who
        )
        select p.tenant_id is not null, coalesce(p.super_admin, false), coalesce(p.menus, '{}'),
          exists (select from held where super_admin or cardinality(menus) > 0),
          (select coalesce(jsonb_agg(jsonb_build_object('tenantId', t.tenant_id, 'menus', coalesce(h.menus, '{}'))
                                     order by t.join_date, t.tenant_id), '[]')
           from public.tenant_user t left join held h on h.tenant_id = t.tenant_id
           where t.user_id = who and t.enabled = 0 and public.in_period(t.access_from, t.access_until))
        from (select) as one left join held p on p.tenant_id = '0' $$`.execute(db)
  await sql`grant execute on function rights_of to atrium_platform, atrium_tenant, atrium_system`.execute(db)
  await sql`create function rights_to_explain(who text) returns table (
        can_sign_in boolean, super_admin boolean, menus text[], memberships jsonb)
      language sql stable security definer set search_path = pg_catalog, pg_temp as $$
        select public.can_sign_in(who), r.super_admin, r.menus,
          (select coalesce(jsonb_agg(each.value order by each.position), '[]')
            from jsonb_array_elements(r.memberships) with ordinality as each (value, position)
            where current_setting('role') <> 'atrium_tenant' or each.value ->> 'tenantId' = any (public.app_tenants()))
        from public.rights_of(who) r $$`.execute(db)
  await sql`revoke execute on function rights_to_explain from public`.execute(db)
  await sql`grant execute on function rights_to_explain to atrium_platform, atrium_tenant, atrium_system`.execute(
    db,
  )
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await sql`create or replace function find_session(hash text, administrators interval, others interval) returns table (
        state text, user_id text, user_name text, language text, platform boolean, super_admin boolean,
        menus text[], memberships jsonb)
      language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
      #variable_conflict use_column
      declare
        asked record;
        roles record;
        ends_at timestamptz;
        over_at timestamptz;
      begin
        select s.*, u.user_name, u.language, u.status, l.id is not null as has_limits,
          case when l.validity_time > 0 then make_interval(mins => l.validity_time) end as validity
        into asked
        from public.session s join public.app_user u on u.id = s.user_id left join public.safe_strategy l on l.id = 1
        where s.token_hash = hash;
        if not found then
          return;
        end if;
        select * into roles from public.rights_of(asked.user_id);
        ends_at := asked.created_at
          + case when asked.administrator or roles.holds_menus then administrators else others end;
        over_at := least(asked.expires_at, asked.last_seen_at + interval '1 minute' + asked.validity, ends_at);
        return query select
          case when asked.ended_reason = 'signed-out' then 'signed-out'
               when asked.ended_at is not null or asked.status <> '0' then 'ended'
               when over_at <= now() then 'expired'
               else 'good' end,
          asked.user_id, asked.user_name, asked.language, roles.platform, roles.super_admin, roles.menus, roles.memberships;
        if not asked.has_limits or asked.ended_at is not null or asked.expires_at <= now() then
          return;
        end if;
        if over_at <= now() then
          -- A session that has ended stays ended, even if strategy, limits or roles change.
          update public.session s set expires_at = over_at
          where s.token_hash = hash and s.last_seen_at = asked.last_seen_at and s.expires_at > over_at;
        -- The use is written seldom, so that reads do not become writes, but often enough for the shortest validity. It
        -- is written at once when the strategy has changed.
        elsif asked.last_seen_at < now() - least(interval '1 minute', asked.validity / 10)
          or asked.expires_at <> least(coalesce(asked.last_seen_at + asked.validity, 'infinity'), ends_at)
          or roles.holds_menus and not asked.administrator then
          update public.session s set last_seen_at = now(), administrator = s.administrator or roles.holds_menus,
            expires_at = least(coalesce(now() + asked.validity, 'infinity'), ends_at)
          where s.token_hash = hash and s.ended_at is null and s.expires_at > now();
        end if;
      end $$`.execute(db)
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
  await sql`select confine_definers()`.execute(db)
}
