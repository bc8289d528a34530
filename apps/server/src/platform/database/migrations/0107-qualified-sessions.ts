import { type Kysely, sql } from 'kysely'

/** Whom a session belongs to, as before. */
async function findSession(db: Kysely<unknown>): Promise<void> {
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
        -- Whoever holds all of them has no need to have them named.
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
         where t.user_id = asked.user_id and t.enabled = 0) as memberships
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
        -- An end that has come stays, whatever becomes of strategy, limits and roles.
        update public.session s set expires_at = over_at
        where s.token_hash = hash and s.last_seen_at = asked.last_seen_at and s.expires_at > over_at;
      -- Seldom, so that reading does not become writing; often enough for the shortest validity, and at once for
      -- another one.
      elsif asked.last_seen_at < now() - least(interval '1 minute', asked.validity / 10)
        or asked.expires_at <> least(coalesce(asked.last_seen_at + asked.validity, 'infinity'), ends_at)
        or roles.holds_menus and not asked.administrator then
        update public.session s set last_seen_at = now(), administrator = s.administrator or roles.holds_menus,
          expires_at = least(coalesce(now() + asked.validity, 'infinity'), ends_at)
        where s.token_hash = hash and s.ended_at is null and s.expires_at > now();
      end if;
    end $$`.execute(db)
  await sql`create or replace function find_session(hash text) returns table (
      state text, user_id text, user_name text, language text, platform boolean, super_admin boolean,
      menus text[], memberships jsonb)
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
    begin
      return query select * from public.find_session(hash, interval '12 hours', interval '720 hours');
    end $$`.execute(db)
}

/** What a sign-in uses up and takes back, as before. */
async function signIn(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function spend_password_nonces(
      nonces text[], issued_ms float8[], life interval, ahead interval) returns setof text
    language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
      insert into public.password_nonce (nonce, expires_at)
      select sent.nonce, issued.at + life
      from unnest(nonces, issued_ms) as sent (nonce, ms), to_timestamp(sent.ms / 1000) as issued (at)
      where issued.at > clock_timestamp() - life and issued.at <= clock_timestamp() + ahead
      on conflict do nothing
      returning nonce $$`.execute(db)
  await sql`create or replace function clear_login_failures(tried_name text, tried_from text, shared boolean) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
    begin
      delete from public.login_failure where name_key = tried_name and address = tried_from;
      if shared then
        update public.login_failure set failures = greatest(failures - 1, 0) where name_key = tried_name and address = '*';
        update public.login_failure set failures = greatest(failures - 1, 0) where name_key = '' and address = tried_from;
      end if;
    end $$`.execute(db)
}

/** What people can reach, as before. */
async function reach(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function reach_of(who text, even_closed boolean) returns table (tenant_id text, menu_id text)
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
      select h.tenant_id, m.menu_id from held h join public.role_menu m on m.role_id = h.role_id $$`.execute(
    db,
  )
  await sql`create or replace function reaches(who text, whom text) returns boolean
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
    begin
      -- In one order, so that two who change each other wait instead of standing in each other's way. This is the
      -- lock that a new place in a tenant waits for too, by its foreign key.
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
    end $$`.execute(db)
  await sql`create or replace function reaches_in(who text, whom text, tenant text) returns boolean
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
    begin
      -- The same locks in the same order as those of reaches.
      perform from public.app_user where id in (who, whom) order by id for update;
      perform from public.role where id in (
        select role_id from public.app_user where id in (who, whom)
        union select role_id from public.tenant_user where user_id in (who, whom)) order by id for share;
      return who = whom or not exists (
        with mine as materialized (select * from public.reach_of(who, false) where tenant_id in ('0', tenant))
        select from public.reach_of(whom, true) theirs where theirs.tenant_id = tenant and not exists (
          select from mine where mine.menu_id in ('*', theirs.menu_id)));
    end $$`.execute(db)
  await sql`create or replace function only_tenant(whom text) returns text
    language sql stable security definer set search_path = pg_catalog, pg_temp as $$
      select min(t.tenant_id) from public.tenant_user t join public.app_user u on u.id = t.user_id
      where t.user_id = whom and u.role_id is null
      having count(*) = 1 $$`.execute(db)
}

/** Copies people into the rows of their memberships, as before. */
async function copyPeople(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function copy_person_into_place() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      person record;
    begin
      select full_name, user_name_key, email, phone, phone_key, user_type into person
      from public.app_user where id = new.user_id for share;
      -- Of nobody the foreign key has more to say.
      if found then
        new.full_name := person.full_name;
        new.user_name_key := person.user_name_key;
        new.email := person.email;
        new.phone := person.phone;
        new.phone_key := person.phone_key;
        new.user_type := person.user_type;
      end if;
      return new;
    end $$`.execute(db)
  await sql`create or replace function copy_person_into_places() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      update public.tenant_user set full_name = new.full_name, user_name_key = new.user_name_key, email = new.email,
        phone = new.phone, phone_key = new.phone_key, user_type = new.user_type
      where user_id = new.id;
      return null;
    end $$`.execute(db)
}

/** The search within tenants, as before. */
async function searchWithinTenants(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function find_tenant_users(
      asked text[], key_word text, user_name text, special boolean, most integer)
    returns setof text
    language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
    declare
      mine text[] := array(select own from unnest(public.app_tenants()) own where own = any (asked) and own <> '0');
      runs_of_mine bigint[] := array(select public.tenant_run(own) from unnest(mine) own);
      person constant text := 'public.user_search_text(full_name, email, phone, phone_key)';
      has_runs constant text := ' and (public.tenant_run(tenant_id) || public.search_runs(%1$s)) @> public.keyword_runs(%2$L)
        and (public.tenant_run(tenant_id) || public.search_runs(%1$s)) && %3$L::bigint[]';
      searched text := 'true';
      -- Not for the planner to look a large tenant up by its index as well, which takes longer than what it spares.
      rows_of text := format('(tenant_id = any (%L)) is true', mine);
      plan json;
      expected float8;
    begin
      if cardinality(mine) = 0 then
        return;
      end if;
      if not special then
        rows_of := rows_of || ' and user_type = ''0''';
      end if;
      if key_word <> '' then
        searched := searched || format(has_runs, person, key_word, runs_of_mine);
      end if;
      if user_name <> '' then
        searched := searched || format(has_runs, 'user_name_key', user_name, runs_of_mine);
      end if;
      execute 'explain (format json) select id from public.tenant_user where ' || searched into plan;
      if plan::text !~ '"tenant_user_(name_)?search_by_tenant"' then
        return next null;
        return;
      end if;
      expected := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8;
      if most is not null and expected > 2000 then
        execute format('explain (format json) select id from public.tenant_user where tenant_id = any (%L)', mine) into plan;
        if expected > 0.0055 * (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 then
          return next null;
          return;
        end if;
      end if;
      -- Whatever has all runs of a long keyword need not have them in its order.
      if length(lower(key_word)) > 3 then
        rows_of := rows_of || format(' and position(lower(%L) in lower(%s)) > 0', key_word, person);
      end if;
      if length(lower(user_name)) > 3 then
        rows_of := rows_of || format(' and position(lower(%L) in user_name_key) > 0', user_name);
      end if;
      return query execute 'select id from public.tenant_user where ' || searched || ' and ' || rows_of || coalesce(' limit ' || most, '');
    end $$`.execute(db)
}

/** The rest of the functions that run with their owner's rights name everything with its schema: see `0106`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  for (const create of [findSession, signIn, reach, copyPeople, searchWithinTenants]) await create(db)
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
}
