-- Whether an event has images that `carry_access` carried from archived events.
create function is_carried(e audit_event) returns boolean
  language sql immutable parallel safe
  return e.entity = 'access' and e.entity_id = 'carried';

-- Position of an event's image in the order of the trail: that of the event which it was carried from, else its own.
create function access_position(e audit_event, tenant text, key text) returns bigint
  language sql immutable parallel safe
  return coalesce(case when e.entity = 'access' and e.entity_id = 'carried'
    then (e.after -> 'positions' -> tenant ->> key)::bigint end, e.sequence);

-- Returns the images of access of tenants at an instant, from the audit trail; without an instant, from the tables. Names
-- of roles and products are always among them. A session of a tenant gets only its own tenants.
create function access_at(asked text[], instant timestamptz)
  returns table (tenant_id text, kind text, id text, image jsonb)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  declare
    tenants text[] := asked;
  begin
    if current_setting('role') = 'atrium_tenant' then
      tenants := array(select unnest(asked) intersect select unnest(public.app_tenants()) except select '0');
    end if;
    if instant is null then
      return query select n.tenant_id, n.kind, n.id, n.image from public.access_now n
        where n.tenant_id = any (tenants) and n.tenant_id <> '0'
          or n.tenant_id = '0' and (n.kind in ('role', 'product') or '0' = any (tenants));
    else
      return query
        select newest.tenant, split_part(newest.key, ':', 1), substr(newest.key, strpos(newest.key, ':') + 1),
          newest.value
        from (
          select distinct on (t.tenant collate "C", i.key collate "C") t.tenant, i.key, i.value
          from public.audit_event e
          cross join lateral unnest(array_remove(tenants, '0') || '0'::text) as t (tenant)
          cross join lateral jsonb_each(e.access -> t.tenant) i
          where e.access is not null and (e.at <= instant or public.is_carried(e))
            and public.access_keys(e.access) && (tenants || '0'::text)
          order by t.tenant collate "C", i.key collate "C", public.access_position(e, t.tenant, i.key) desc) newest
        where jsonb_typeof(newest.value) <> 'null'
          and (newest.tenant <> '0' or newest.key not like 'user:%' or '0' = any (tenants));
    end if;
  end $$;
revoke execute on function access_at from public;
grant execute on function access_at to atrium_platform, atrium_tenant, atrium_system;

-- Returns the images of access_at at two instants, with nulls where there is none. It reads the trail once.
create function access_between(asked text[], instant timestamptz, earlier timestamptz)
  returns table (tenant_id text, kind text, id text, image jsonb, former jsonb)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  declare
    tenants text[] := asked;
  begin
    if instant is null then
      return query select coalesce(n.tenant_id, f.tenant_id), coalesce(n.kind, f.kind), coalesce(n.id, f.id), n.image, f.image
        from public.access_at(asked, null) n full join public.access_at(asked, earlier) f
          on f.tenant_id = n.tenant_id and f.kind = n.kind and f.id = n.id;
      return;
    end if;
    if current_setting('role') = 'atrium_tenant' then
      tenants := array(select unnest(asked) intersect select unnest(public.app_tenants()) except select '0');
    end if;
    return query
      select pair.tenant, split_part(pair.key, ':', 1), substr(pair.key, strpos(pair.key, ':') + 1), pair.image, pair.former
      from (
        select distinct on (newest.tenant collate "C", newest.key collate "C") newest.tenant, newest.key,
          nullif(newest.value, 'null') as image,
          nullif(case when newest.is_later then lead(newest.value) over (
            partition by newest.tenant collate "C", newest.key collate "C" order by newest.is_later desc)
            else newest.value end, 'null') as former
        from (
          select distinct on (t.tenant collate "C", i.key collate "C", is_later) t.tenant, i.key, i.value,
            e.at > earlier and not public.is_carried(e) as is_later
          from public.audit_event e
          cross join lateral unnest(array_remove(tenants, '0') || '0'::text) as t (tenant)
          cross join lateral jsonb_each(e.access -> t.tenant) i
          where e.access is not null and (e.at <= instant or public.is_carried(e))
            and public.access_keys(e.access) && (tenants || '0'::text)
          order by t.tenant collate "C", i.key collate "C", is_later desc, public.access_position(e, t.tenant, i.key) desc) newest
        order by newest.tenant collate "C", newest.key collate "C", newest.is_later desc) pair
      where (pair.image is not null or pair.former is not null)
        and (pair.tenant <> '0' or pair.key not like 'user:%' or '0' = any (tenants));
  end $$;
revoke execute on function access_between from public;
grant execute on function access_between to atrium_platform, atrium_tenant, atrium_system;

-- Returns the event that gave what a row of access_at has: the last one that changed its role or its grants. `lists` are
-- the tenants and keys, such as 'member:…', of one list.
create function access_given(tenants text[], keys text[], instant timestamptz)
  returns table (tenant_id text, key text, at timestamptz, actor_id text, actor_name text, call text, reason text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  begin
    return query
      select r.tenant, r.key, g.at, g.actor_id, g.actor_name, g.call, g.reason
      from unnest(tenants, keys) as r (tenant, key)
      cross join lateral (
        select c.* from (
          select public.access_position(e, r.tenant, r.key) as position, e.at, e.actor_id, e.actor_name, e.call, e.reason,
            given.what, lag(given.what) over (order by public.access_position(e, r.tenant, r.key)) as before
          from public.audit_event e
          cross join lateral (select case
            when jsonb_typeof(e.access -> r.tenant -> r.key) = 'null' then null
            when r.key like 'grant:%' then e.access -> r.tenant -> r.key -> 'grants'
            else coalesce(e.access -> r.tenant -> r.key -> 'roleId', 'true') end as what) given
          where e.access is not null and public.access_keys(e.access) @> array[r.key]
            and e.access -> r.tenant ? r.key and (e.at <= coalesce(instant, 'infinity') or public.is_carried(e))
        ) c
        where c.what is distinct from c.before order by c.position desc limit 1) g
      where current_setting('role') <> 'atrium_tenant' or r.tenant = any (public.app_tenants());
  end $$;
revoke execute on function access_given from public;
grant execute on function access_given to atrium_platform, atrium_tenant, atrium_system;

-- Returns the images of people at an instant, wherever they had access. A session of a tenant gets those of its tenants.
create function access_people(people text[], instant timestamptz) returns table (id text, image jsonb)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  begin
    return query
      select p.id, newest.image from unnest(people) as p (id)
      cross join lateral (
        select i.value as image from public.audit_event e
        cross join lateral jsonb_each(e.access) t
        cross join lateral jsonb_each(t.value) i
        where e.access is not null and public.access_keys(e.access) && array['person:' || p.id, 'user:' || p.id]
          and (e.at <= coalesce(instant, 'infinity') or public.is_carried(e)) and i.key in ('person:' || p.id, 'user:' || p.id)
          and jsonb_typeof(i.value) <> 'null'
          and (current_setting('role') <> 'atrium_tenant' or t.key = any (public.app_tenants()) and t.key <> '0')
        order by public.access_position(e, t.key, i.key) desc limit 1) newest;
  end $$;
revoke execute on function access_people from public;
grant execute on function access_people to atrium_platform, atrium_tenant, atrium_system;

-- Returns the tenants in which a person has or had access, as far as the trail and the tables show.
create function access_tenants_of(person text) returns setof text
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
  begin
    return query
      select m.tenant_id from public.tenant_user m where m.user_id = person
      union
      select t.key from public.audit_event e cross join lateral jsonb_each(e.access) t
      where e.access is not null and public.access_keys(e.access) @> array['person:' || person]
        and t.value ? ('person:' || person);
  end $$;
revoke execute on function access_tenants_of from public;
grant execute on function access_tenants_of to atrium_platform, atrium_tenant, atrium_system;

-- Returns the last sign-ins of people until an instant. A session of a tenant gets those of its tenants' users.
create function last_sign_ins(people text[], instant timestamptz) returns table (user_id text, at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  begin
    return query
      select p.id, s.at from unnest(people) as p (id)
      cross join lateral (
        select e.at from public.audit_event e
        where e.entity = 'session' and e.entity_id = p.id and e.before is null and e.after is not null
          and e.at <= coalesce(instant, 'infinity')
        order by e.sequence desc limit 1) s
      where current_setting('role') <> 'atrium_tenant' or exists (
        select t from unnest(public.app_tenants()) t where t in (select public.access_tenants_of(p.id)));
  end $$;
revoke execute on function last_sign_ins from public;
grant execute on function last_sign_ins to atrium_platform, atrium_tenant, atrium_system;

-- Returns the instant from which on the trail has all access: that of its first event, unless the images of access were
-- recorded later or carried. Null if the trail is empty.
create function access_recorded_since() returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select coalesce(
      (select max(coalesce((e.after ->> 'until')::timestamptz, e.at)) from public.audit_event e
        where e.entity = 'access' and e.entity_id = 'baseline'),
      (select min(e.at) from public.audit_event e))
  $$;
revoke execute on function access_recorded_since from public;
grant execute on function access_recorded_since to atrium_platform, atrium_tenant, atrium_system;

-- Carries the newest images of a partition's events into new events, before the partition is dropped. They count from
-- the positions of the former events, so access can still be rebuilt for every instant after those.
create function carry_access(part text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    until timestamptz;
  begin
    select max(e.at) into until from public.audit_event e
    where e.tableoid = to_regclass(format('public.%I', part)) and (e.access is not null or e.entity = 'access');
    if until is null then
      return;
    end if;
    insert into public.audit_event (id, tenant_id, call, entity, entity_id, after, access)
    with newest as (
      select distinct on (t.key, i.key) t.key as tenant, i.key, i.value, public.access_position(e, t.key, i.key) as position
      from public.audit_event e cross join lateral jsonb_each(e.access) t cross join lateral jsonb_each(t.value) i
      where e.tableoid = to_regclass(format('public.%I', part)) and e.access is not null
      order by t.key, i.key, position desc
    ), numbered as (
      select *, (row_number() over (partition by tenant order by key) - 1) / 200 as chunk from newest
    )
    select public.new_event_id(), tenant, 'access-baseline', 'access', 'carried',
      jsonb_build_object('positions', jsonb_build_object(tenant, jsonb_object_agg(key, position))),
      jsonb_build_object(tenant, jsonb_object_agg(key, value))
    from numbered group by tenant, chunk;
    insert into public.audit_event (id, tenant_id, call, entity, entity_id, after)
    values (public.new_event_id(), '0', 'access-baseline', 'access', 'baseline', jsonb_build_object('until', public.access_time(until)));
  end $$;
revoke execute on function carry_access from public;
grant execute on function carry_access to atrium_system;
