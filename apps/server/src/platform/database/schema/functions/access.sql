-- Roles of each user, in force or not. A membership without a role has one row too, with `role_id` null.
create view held_role with (security_invoker) as
  select u.id as user_id, '0' as tenant_id, r.id as role_id, r.super_admin = 0 as super_admin,
    r.role_type = 1 and r.status = 0 as is_open, true as is_enabled,
    null::timestamptz as access_from, null::timestamptz as access_until, u.role_from, u.role_until
  from app_user u join role r on r.id = u.role_id
  union all
  select t.user_id, t.tenant_id, r.id, false, r.role_type = 2 and r.status = 0, t.enabled = 0,
    t.access_from, t.access_until, t.role_from, t.role_until
  from tenant_user t left join role r on r.id = t.role_id;
grant select on held_role to atrium_platform, atrium_tenant, atrium_system;

-- Roles in force for each user: switched on, of the right type, within their period, and with an enabled membership
-- within its period.
create view open_role with (security_invoker) as
  select user_id, tenant_id, role_id, super_admin
  from held_role
  where is_open and is_enabled and in_period(access_from, access_until) and in_period(role_from, role_until);
grant select on open_role to atrium_platform, atrium_tenant, atrium_system;

-- Menus that are switched on and whose group is switched on too.
create view open_menu with (security_invoker) as
  select m.id, m.code, m.parent_id, m.name, m.name_en, m.seq, m.url, m.icon
  from menu m left join menu g on g.id = m.parent_id
  where m.status = 0 and coalesce(g.status, 0) = 0;
grant select on open_menu to atrium_platform, atrium_tenant, atrium_system;

-- The functions below ignore row-level security. A tenant's session sees only its own tenants, but must not
-- underestimate what a user may do.

-- Menus of a user, by tenant; '*' means all menus. `even_closed` includes roles that are switched off or outside their
-- period.
create function reach_of(who text, even_closed boolean) returns table (tenant_id text, menu_id text)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    with held as (
      select o.tenant_id, o.role_id, o.super_admin from public.open_role o where o.user_id = who and not even_closed
      union all
      select '0', r.id, r.super_admin = 0 from public.app_user u join public.role r on r.id = u.role_id
      where u.id = who and even_closed
      union all
      select t.tenant_id, t.role_id, false from public.tenant_user t where t.user_id = who and even_closed
    )
    select h.tenant_id, '*' from held h where h.super_admin
    union
    select h.tenant_id, m.menu_id from held h join public.role_menu m on m.role_id = h.role_id $$;
revoke execute on function reach_of from public;
grant execute on function reach_of to atrium_platform, atrium_tenant, atrium_system;

-- Returns whether a user may do everything that another user may, in every tenant. Null if there is no such other
-- user.
create function reaches(who text, whom text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
  begin
    -- Users are locked in a fixed order, so that two users who change each other wait instead of deadlocking. A new
    -- membership waits for the same lock because of its foreign key.
    perform from public.app_user where id in (who, whom) order by id for update;
    perform from public.role where id in (
      select role_id from public.app_user where id in (who, whom)
      union select role_id from public.tenant_user where user_id in (who, whom)) order by id for share;
    if not exists (select from public.app_user where id = whom) then return null; end if;
    return who = whom or not exists (
      with mine as materialized (select * from public.reach_of(who, false))
      select from public.reach_of(whom, true) theirs where not exists (
        select from mine
        where mine.tenant_id in ('0', theirs.tenant_id) and mine.menu_id in ('*', theirs.menu_id)));
  end $$;
revoke execute on function reaches from public;
grant execute on function reaches to atrium_platform, atrium_tenant, atrium_system;

-- Does the same as `reaches`, within one tenant.
create function reaches_in(who text, whom text, tenant text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
  begin
    -- Takes the same locks as `reaches`, in the same order.
    perform from public.app_user where id in (who, whom) order by id for update;
    perform from public.role where id in (
      select role_id from public.app_user where id in (who, whom)
      union select role_id from public.tenant_user where user_id in (who, whom)) order by id for share;
    return who = whom or not exists (
      with mine as materialized (select * from public.reach_of(who, false) where tenant_id in ('0', tenant))
      select from public.reach_of(whom, true) theirs where theirs.tenant_id = tenant and not exists (
        select from mine where mine.menu_id in ('*', theirs.menu_id)));
  end $$;
revoke execute on function reaches_in from public;
grant execute on function reaches_in to atrium_platform, atrium_tenant, atrium_system;

create function can_sign_in(who text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select exists (select from public.app_user u where u.id = who and u.status = '0') $$;
revoke execute on function can_sign_in from public;
grant execute on function can_sign_in to atrium_platform, atrium_tenant, atrium_system;

-- Rights of a user now: the menus of the system role, and those of the role in each membership in force. The menus of
-- a role that has every menu are not listed. The account of an inspector has its open inspection as a membership. Both
-- the server's decisions about a caller and its explanations of those about another person read them here.
create function rights_of(who text) returns table (
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
      || (select coalesce(jsonb_agg(jsonb_build_object('tenantId', i.tenant_id, 'menus', '{}'::text[],
           'inspection', jsonb_build_object('id', i.id, 'studyIds', i.study_ids, 'authority', i.authority,
             'inspectorName', i.inspector_name, 'isCurrent', public.in_period(i.access_from, i.access_until)))), '[]')
         from public.inspection i where i.user_id = who and i.closed_at is null)
    from (select) as one left join held p on p.tenant_id = '0' $$;
grant execute on function rights_of to atrium_platform, atrium_tenant, atrium_system;

-- Rights of another person, and whether they can sign in, for explanations. A session of a tenant gets the person's
-- rights in its tenants and those of the system role, which apply there too.
create function rights_to_explain(who text) returns table (
    can_sign_in boolean, super_admin boolean, menus text[], memberships jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select public.can_sign_in(who), r.super_admin, r.menus,
      (select coalesce(jsonb_agg(each.value order by each.position), '[]')
        from jsonb_array_elements(r.memberships) with ordinality as each (value, position)
        where current_setting('role') <> 'atrium_tenant' or each.value ->> 'tenantId' = any (public.app_tenants()))
    from public.rights_of(who) r $$;
revoke execute on function rights_to_explain from public;
grant execute on function rights_to_explain to atrium_platform, atrium_tenant, atrium_system;
