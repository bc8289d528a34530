-- Memberships: the users of tenants.
create table tenant_user (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  user_id text not null references app_user (id),
  -- Tenant role.
  role_id text references role (id),
  -- Dictionary entry of category 3.
  type_id text,
  -- Dictionary entry of category 2.
  position_id text,
  -- 0 enabled, 1 disabled.
  enabled smallint not null default 0 check (enabled in (0, 1)),
  join_date timestamptz not null default now(),
  -- Copies of the user's columns, maintained by a trigger. An index over tenant and name needs both in one row.
  full_name text not null default '',
  user_name_key text not null default '',
  email text not null default '',
  phone text not null default '',
  phone_key text,
  user_type text not null default '0',
  -- Period of the membership, from its first instant until the first instant after it; null for no limit.
  access_from timestamptz,
  access_until timestamptz,
  -- User who chose the end, and number of days before it of the latest reminder; null if there was none.
  access_until_by text,
  access_reminded smallint,
  -- Period of the tenant role, likewise.
  role_from timestamptz,
  role_until timestamptz,
  role_until_by text,
  role_reminded smallint,
  primary key (tenant_id, id),
  unique (tenant_id, user_id)
);

create index tenant_user_id on tenant_user (id);
-- For foreign keys and filters.
create index tenant_user_user_id on tenant_user (user_id);
create index tenant_user_role_id on tenant_user (role_id);
create index tenant_user_type_id on tenant_user (type_id);
create index tenant_user_position_id on tenant_user (position_id);
-- Sort orders of the list, for all tenants and for one. They include the type, so that a list without special users
-- need not read the rows before a late page.
create index tenant_user_by_full_name on tenant_user (full_name collate "zh-x-icu", id) include (user_type);
create index tenant_user_of_tenant_by_full_name on tenant_user
  (tenant_id, full_name collate "zh-x-icu", id) include (user_type);
create index tenant_user_by_user_name_key on tenant_user
  (user_name_key collate "zh-x-icu", id) include (user_type);
create index tenant_user_of_tenant_by_user_name_key on tenant_user
  (tenant_id, user_name_key collate "zh-x-icu", id) include (user_type);
create index tenant_user_by_email on tenant_user (email, id) include (user_type);
create index tenant_user_of_tenant_by_email on tenant_user (tenant_id, email, id) include (user_type);
create index tenant_user_by_enabled on tenant_user (enabled, id) include (user_type);
create index tenant_user_of_tenant_by_enabled on tenant_user (tenant_id, enabled, id) include (user_type);
create index tenant_user_by_join_date on tenant_user (join_date, id) include (user_type);
create index tenant_user_of_tenant_by_join_date on tenant_user (tenant_id, join_date, id) include (user_type);
-- For what begins and ends, and for reminders.
create index tenant_user_access_from on tenant_user (access_from) where access_from is not null;
create index tenant_user_access_until on tenant_user (access_until) where access_until is not null;
create index tenant_user_role_until on tenant_user (role_until) where role_until is not null;
-- The tenant is an additional ngram, so that a search reads no rows of other tenants. See find_tenant_users.
create index tenant_user_search_folded on tenant_user using gin ((
  tenant_run(tenant_id) || search_runs(fold_text(user_search_text(full_name, email, phone, phone_key)))));
create index tenant_user_name_search_by_tenant on tenant_user
  using gin ((tenant_run(tenant_id) || search_runs(user_name_key)));

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table tenant_user enable row level security, force row level security;
create policy unconfined on tenant_user to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on tenant_user for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on tenant_user for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on tenant_user for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on tenant_user for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on tenant_user to atrium_platform, atrium_tenant;
-- A user who accepts an invitation has no session yet.
grant select, insert on tenant_user to atrium_system;
-- For the trigger that copies the user's columns.
grant update (full_name, user_name_key, email, phone, phone_key, user_type) on tenant_user to atrium_system;
-- For reminders.
grant update (access_reminded, role_reminded) on tenant_user to atrium_system;

-- Only tenant of a user without a system role; null for all other users.
create function only_tenant(whom text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select min(t.tenant_id) from public.tenant_user t join public.app_user u on u.id = t.user_id
    where t.user_id = whom and u.role_id is null
    having count(*) = 1 $$;
revoke execute on function only_tenant from public;
grant execute on function only_tenant to atrium_platform, atrium_tenant, atrium_system;

-- A session of a tenant sees the users of its tenants.
create policy tenant_select on app_user for select to atrium_tenant
  using (exists (select from tenant_user t where t.user_id = app_user.id));
-- It changes only users who belong to no other tenant and have no system role.
create policy tenant_update on app_user for update to atrium_tenant
  using (only_tenant(id) = any ((select app_tenants())::text[]));

-- Copies the user's columns into a new membership. It waits for a concurrent change of the user, which does not see
-- the new membership yet.
create function copy_person_into_place() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    person record;
  begin
    select full_name, user_name_key, email, phone, phone_key, user_type into person
    from public.app_user where id = new.user_id for share;
    -- If there is no such user, the foreign key rejects the row.
    if found then
      new.full_name := person.full_name;
      new.user_name_key := person.user_name_key;
      new.email := person.email;
      new.phone := person.phone;
      new.phone_key := person.phone_key;
      new.user_type := person.user_type;
    end if;
    return new;
  end $$;
revoke execute on function copy_person_into_place from public;

create trigger copy_person before insert or update of user_id on tenant_user
  for each row execute function copy_person_into_place();

-- Copies changes of a user into the user's memberships.
create function copy_person_into_places() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    update public.tenant_user set full_name = new.full_name, user_name_key = new.user_name_key, email = new.email,
      phone = new.phone, phone_key = new.phone_key, user_type = new.user_type
    where user_id = new.id;
    return null;
  end $$;
revoke execute on function copy_person_into_places from public;

create trigger copy_person after update of full_name, user_name_key, email, phone, phone_key, user_type on app_user
  for each row when (
    (old.full_name, old.user_name_key, old.email, old.phone, old.phone_key, old.user_type)
      is distinct from (new.full_name, new.user_name_key, new.email, new.phone, new.phone_key, new.user_type))
  execute function copy_person_into_places();

-- Searches the users of the session's tenants. A session of a tenant cannot use an ngram index itself: row-level
-- security lets it compare a row's ngrams only once the row is known to be visible. The function returns the ids, and
-- the caller reads the rows under the policies. If a limit is given and more than 10,000 matches are expected, it
-- returns one null, because reading the sorted list is then faster. The function changes nothing, but only volatile
-- functions can run EXPLAIN.
create function find_tenant_users(
    asked text[], key_word text, user_name text, special boolean, most integer)
  returns setof text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
  declare
    tenants text[] := array(select own from unnest(public.app_tenants()) own where own = any (asked) and own <> '0');
    tenant_ngrams bigint[] := array(select public.tenant_run(own) from unnest(tenants) own);
    person constant text := 'public.fold_text(public.user_search_text(full_name, email, phone, phone_key))';
    has_ngrams constant text := ' and (public.tenant_run(tenant_id) || public.search_runs(%1$s)) @> public.keyword_runs(%2$L)
      and (public.tenant_run(tenant_id) || public.search_runs(%1$s)) && %3$L::bigint[]';
    wanted text := public.fold_text(key_word);
    wanted_name text := public.fold_text(user_name);
    matching text := 'select id from public.tenant_user where true';
    plan json;
  begin
    if cardinality(tenants) = 0 then
      return;
    end if;
    if wanted <> '' then
      matching := matching || format(has_ngrams, person, wanted, tenant_ngrams);
    end if;
    if wanted_name <> '' then
      matching := matching || format(has_ngrams, 'user_name_key', wanted_name, tenant_ngrams);
    end if;
    if most is not null then
      execute 'explain (format json) ' || matching into plan;
      if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 > 10000 then
        return next null;
        return;
      end if;
    end if;
    -- The form "is true" keeps the planner from also reading the index of a large tenant's users.
    matching := matching || format(' and (tenant_id = any (%L)) is true', tenants);
    if not special then
      matching := matching || ' and user_type = ''0''';
    end if;
    -- A row may have all ngrams of a longer keyword in another order.
    if length(wanted) > 3 then
      matching := matching || format(' and position(%L in %s) > 0', wanted, person);
    end if;
    if length(wanted_name) > 3 then
      matching := matching || format(' and position(%L in user_name_key) > 0', wanted_name);
    end if;
    return query execute matching || coalesce(' limit ' || most, '');
  end $$;
revoke execute on function find_tenant_users from public;
grant execute on function find_tenant_users to atrium_tenant;
