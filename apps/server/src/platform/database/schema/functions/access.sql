-- Roles in force for each user: switched on, of the right type, within their period, and with an enabled membership
-- within its period.
create view open_role with (security_invoker) as
  select u.id as user_id, '0' as tenant_id, r.id as role_id, r.super_admin = 0 as super_admin
  from app_user u join role r on r.id = u.role_id
  where r.role_type = 1 and r.status = 0 and in_period(u.role_from, u.role_until)
  union all
  select t.user_id, t.tenant_id, r.id, false
  from tenant_user t join role r on r.id = t.role_id
  where r.role_type = 2 and r.status = 0 and t.enabled = 0
    and in_period(t.access_from, t.access_until) and in_period(t.role_from, t.role_until);
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
