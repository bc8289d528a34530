import { type Kysely, sql } from 'kysely'

/**
 * Gives memberships, roles and authorizations a first and a last day, between which they apply. Rows from before have
 * neither and apply always.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function in_period(first timestamptz, beyond timestamptz) returns boolean
    language sql stable parallel safe
    return (first is null or first <= now()) and (beyond is null or beyond > now())`.execute(db)
  await addColumns(db)
  await sql`grant select (role_from, role_until) on app_user to atrium_platform, atrium_tenant`.execute(db)
  await sql`grant update (access_reminded, role_reminded) on tenant_user to atrium_system`.execute(db)
  await sql`create or replace view open_role with (security_invoker) as
    select u.id as user_id, '0' as tenant_id, r.id as role_id, r.super_admin = 0 as super_admin
    from app_user u join role r on r.id = u.role_id
    where r.role_type = 1 and r.status = 0 and in_period(u.role_from, u.role_until)
    union all
    select t.user_id, t.tenant_id, r.id, false
    from tenant_user t join role r on r.id = t.role_id
    where r.role_type = 2 and r.status = 0 and t.enabled = 0
      and in_period(t.access_from, t.access_until) and in_period(t.role_from, t.role_until)`.execute(db)
  await addClock(db)
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await replaceFindSession(db)
  await replaceNoteTenantUser(db)
  await replaceNoteStudyUser(db)
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
  await sql`select confine_definers()`.execute(db)
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user
    add column role_from timestamptz,
    add column role_until timestamptz,
    add column role_until_by text,
    add column role_reminded smallint`.execute(db)
  await sql`alter table tenant_user
    add column access_from timestamptz,
    add column access_until timestamptz,
    add column access_until_by text,
    add column access_reminded smallint,
    add column role_from timestamptz,
    add column role_until timestamptz,
    add column role_until_by text,
    add column role_reminded smallint`.execute(db)
  await sql`alter table study_user
    add column access_from timestamptz,
    add column access_until timestamptz,
    add column access_until_by text,
    add column access_reminded smallint`.execute(db)
  await sql`alter table invitation
    add column access_from timestamptz,
    add column access_until timestamptz`.execute(db)
}

async function addClock(db: Kysely<unknown>): Promise<void> {
  await sql`create table access_clock (
    id smallint primary key default 1 check (id = 1),
    noted_until timestamptz not null default now()
  )`.execute(db)
  await sql`create function note_periods() returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      noted timestamptz;
    begin
      insert into public.access_clock default values on conflict do nothing;
      select noted_until into noted from public.access_clock for update skip locked;
      if not found then
        return;
      end if;
      perform public.note_member_access(array_agg(tenant_id), array_agg(user_id))
      from public.tenant_user
      where access_from > noted and access_from <= now() or access_until > noted and access_until <= now()
      having count(*) > 0;
      perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
      from public.study_user
      where access_from > noted and access_from <= now() and tenant_user_id is not null
      having count(*) > 0;
      update public.access_clock set noted_until = now();
    end $$`.execute(db)
  await sql`revoke execute on function note_periods from public`.execute(db)
  await sql`grant execute on function note_periods to atrium_system`.execute(db)
  await sql`grant select, insert, update on access_clock to atrium_system`.execute(db)
}

async function replaceFindSession(db: Kysely<unknown>): Promise<void> {
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
      with held as materialized (
        -- The menus of a role that has every menu are not listed.
        select o.tenant_id, o.super_admin, case when o.super_admin then '{}' else array(
            select m.code from public.role_menu h join public.open_menu m on m.id = h.menu_id
            where h.role_id = o.role_id and m.code is not null) end as menus
        from public.open_role o where o.user_id = asked.user_id
      )
      select p.tenant_id is not null as platform, coalesce(p.super_admin, false) as super_admin,
        coalesce(p.menus, '{}') as menus,
        exists (select from held where super_admin or cardinality(menus) > 0) as holds_menus,
        (select coalesce(jsonb_agg(jsonb_build_object('tenantId', t.tenant_id, 'menus', coalesce(h.menus, '{}'))
                                   order by t.join_date, t.tenant_id), '[]')
         from public.tenant_user t left join held h on h.tenant_id = t.tenant_id
         where t.user_id = asked.user_id and t.enabled = 0
           and public.in_period(t.access_from, t.access_until)) as memberships
      into roles
      from (select) as one left join held p on p.tenant_id = '0';
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
}

async function replaceNoteTenantUser(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function note_tenant_user() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if tg_op = 'DELETE' then
        perform public.note_member_access(array_agg(tenant_id), array_agg(user_id))
        from old_rows having count(*) > 0;
      else
        perform public.note_member_access(array_agg(n.tenant_id), array_agg(n.user_id))
        from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
        where (n.enabled, n.access_from, n.access_until)
          is distinct from (o.enabled, o.access_from, o.access_until)
        having count(*) > 0;
      end if;
      return null;
    end $$`.execute(db)
}

/** A reminder, which is an update too, does not change what a user may do. */
async function replaceNoteStudyUser(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function note_study_user() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if tg_op = 'INSERT' then
        perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
        from new_rows where tenant_user_id is not null having count(*) > 0;
      elsif tg_op = 'UPDATE' then
        perform public.note_study_access(array_agg(c.tenant_id), array_agg(c.link), array_agg(c.member))
        from new_rows n
        join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
        cross join lateral (values (o.tenant_id, o.study_url_id, o.tenant_user_id),
          (n.tenant_id, n.study_url_id, n.tenant_user_id)) as c (tenant_id, link, member)
        where c.member is not null
          and (n.study_url_id, n.study_site_id, n.tenant_user_id, n.access_from, n.access_until)
            is distinct from (o.study_url_id, o.study_site_id, o.tenant_user_id, o.access_from, o.access_until)
        having count(*) > 0;
      else
        perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
        from old_rows where tenant_user_id is not null having count(*) > 0;
        insert into public.product_access_removal (tenant_id, study_url_id, user_id, tenant_url_id, version)
        select distinct l.tenant_id, l.id, a.user_id, a.tenant_url_id, a.version
        from old_rows o
        join public.study_url l on l.tenant_id = o.tenant_id and l.id = o.study_url_id
        join public.tenant_url d on d.tenant_id = l.tenant_id and d.id = l.tenant_url_id and d.has_api
        join public.tenant_user m on m.tenant_id = o.tenant_id and m.id = o.tenant_user_id
        join public.product_access a
          on a.tenant_id = d.tenant_id and a.tenant_url_id = d.id and a.user_id = m.user_id
        order by 1, 2, 3
        on conflict (tenant_id, study_url_id, user_id) do update
          set tenant_url_id = excluded.tenant_url_id, version = excluded.version, removed_at = now();
      end if;
      return null;
    end $$`.execute(db)
}
