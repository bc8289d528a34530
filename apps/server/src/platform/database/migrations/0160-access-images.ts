import { type Kysely, sql } from 'kysely'

/**
 * Lets the audit trail take the images of the access that each transaction changed, from which access at any instant is
 * rebuilt. `0163` adds the images of what was there before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_event add column access jsonb`.execute(db)
  await sql`grant insert (access) on audit_event to atrium_definer`.execute(db)
  await sql.raw(images).execute(db)
  await sql.raw(readers).execute(db)
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await sql.raw(stamp).execute(db)
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
  await sql`select confine_definers()`.execute(db)
}

const images = `
create function access_time(instant timestamptz) returns text
  language sql stable parallel safe
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

create function access_person(r app_user) returns jsonb
  language sql stable as $$
    select jsonb_build_object('name', r.full_name, 'nameEn', r.full_name_en, 'userName', r.user_name, 'status', r.status)
  $$;

create function access_image(r app_user) returns jsonb
  language sql stable as $$
    select jsonb_strip_nulls(jsonb_build_object('roleId', r.role_id, 'from', public.access_time(r.role_from),
      'until', public.access_time(r.role_until), 'since', public.access_time(r.created_at))) || public.access_person(r)
  $$;

create function access_image(r role) returns jsonb
  language sql stable as $$
    select jsonb_build_object('name', r.name, 'nameEn', r.name_en, 'status', r.status)
  $$;

create function access_image(r software) returns jsonb
  language sql stable as $$
    select jsonb_strip_nulls(jsonb_build_object('name', r.software_name, 'nameEn', r.software_name_en,
      'style', r.authorization_style))
  $$;

create function access_image(r tenant) returns jsonb
  language sql stable as $$
    select jsonb_build_object('name', r.tenant_name)
  $$;

create function access_image(r study) returns jsonb
  language sql stable as $$
    select jsonb_build_object('name', r.study_name, 'code', r.study_code)
  $$;

create function access_image(r study_site) returns jsonb
  language sql stable as $$
    select jsonb_build_object('studyId', r.study_id, 'code', r.code, 'name', coalesce(nullif(r.nick_name, ''),
      (select t.nick_name from public.tenant_site t where t.tenant_id = r.tenant_id and t.id = r.tenant_site_id)))
  $$;

create function access_image(r study_url) returns jsonb
  language sql stable as $$
    select jsonb_build_object('studyId', r.study_id, 'productId', r.software_id)
  $$;

create function access_image(r tenant_user) returns jsonb
  language sql stable as $$
    select jsonb_strip_nulls(jsonb_build_object('userId', r.user_id, 'roleId', r.role_id, 'enabled', r.enabled,
      'from', public.access_time(r.access_from), 'until', public.access_time(r.access_until),
      'roleFrom', public.access_time(r.role_from), 'roleUntil', public.access_time(r.role_until),
      'since', public.access_time(r.join_date)))
  $$;

create function access_image(r invitation) returns jsonb
  language sql stable as $$
    select jsonb_build_object('email', r.email, 'expiresAt', public.access_time(r.expires_at))
  $$;

create function access_image(r study_user) returns jsonb
  language sql stable as $$
    select jsonb_strip_nulls(jsonb_build_object('linkId', r.study_url_id, 'siteId', r.study_site_id,
      'memberId', r.tenant_user_id, 'invitationId', r.invitation_id, 'from', public.access_time(r.access_from),
      'until', public.access_time(r.access_until), 'since', public.access_time(r.created_at)))
  $$;

create function access_image(r product_authorization) returns jsonb
  language sql stable as $$
    select jsonb_strip_nulls(jsonb_build_object('linkId', r.study_url_id, 'memberId', r.tenant_user_id,
      'invitationId', r.invitation_id, 'state', r.state, 'grants', r.grants, 'accepted', r.accepted_grants,
      'grantedBy', r.granted_by))
  $$;

create view access_now with (security_invoker) as
  select '0' as tenant_id, 'user' as kind, r.id, access_image(r) as image from app_user r where r.role_id is not null
  union all select '0', 'role', r.id, access_image(r) from role r
  union all select '0', 'product', r.id, access_image(r) from software r
  union all select r.id, 'tenant', r.id, access_image(r) from tenant r where r.id <> '0'
  union all select r.tenant_id, 'study', r.id, access_image(r) from study r
  union all select r.tenant_id, 'site', r.id, access_image(r) from study_site r
  union all select r.tenant_id, 'link', r.id, access_image(r) from study_url r
  union all select m.tenant_id, 'person', r.id, access_person(r) from tenant_user m join app_user r on r.id = m.user_id
  union all select r.tenant_id, 'member', r.id, access_image(r) from tenant_user r
  union all select r.tenant_id, 'invitation', r.id, access_image(r) from invitation r where r.status = 'pending'
  union all select r.tenant_id, 'authorization', r.id, access_image(r) from study_user r
  union all select r.tenant_id, 'grant', r.id, access_image(r) from product_authorization r;
grant select on access_now to atrium_system;

create function access_images(tenants text[], kinds text[], ids text[]) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
    with k as (select distinct * from unnest(tenants, kinds, ids) as k (tenant, kind, id)),
    found as (
      select k.*, public.access_image(r) as image from k
        join public.app_user r on r.id = k.id and r.role_id is not null where k.kind = 'user'
      union all select k.*, public.access_image(r) from k join public.role r on r.id = k.id where k.kind = 'role'
      union all select k.*, public.access_image(r) from k join public.software r on r.id = k.id where k.kind = 'product'
      union all select k.*, public.access_image(r) from k
        join public.tenant r on r.id = k.id and r.id <> '0' where k.kind = 'tenant'
      union all select k.*, public.access_image(r) from k
        join public.study r on r.tenant_id = k.tenant and r.id = k.id where k.kind = 'study'
      union all select k.*, public.access_image(r) from k
        join public.study_site r on r.tenant_id = k.tenant and r.id = k.id where k.kind = 'site'
      union all select k.*, public.access_image(r) from k
        join public.study_url r on r.tenant_id = k.tenant and r.id = k.id where k.kind = 'link'
      union all select k.*, public.access_person(r) from k join public.app_user r on r.id = k.id
        join public.tenant_user m on m.tenant_id = k.tenant and m.user_id = k.id where k.kind = 'person'
      union all select k.*, public.access_image(r) from k
        join public.tenant_user r on r.tenant_id = k.tenant and r.id = k.id where k.kind = 'member'
      union all select k.*, public.access_image(r) from k
        join public.invitation r on r.tenant_id = k.tenant and r.id = k.id and r.status = 'pending'
        where k.kind = 'invitation'
      union all select k.*, public.access_image(r) from k
        join public.study_user r on r.tenant_id = k.tenant and r.id = k.id where k.kind = 'authorization'
      union all select k.*, public.access_image(r) from k
        join public.product_authorization r on r.tenant_id = k.tenant and r.id = k.id where k.kind = 'grant')
    select ('{' || string_agg(to_json(tenant) || ':' || images, ',') || '}')::jsonb from (
      select tenant, jsonb_object_agg(kind || ':' || id, image) as images
      from (select * from found union all
        select gone.*, null from (select * from k except select tenant, kind, id from found) gone) image
      group by 1) by_tenant
  $$;

create function new_event_id() returns text
  language sql set search_path = pg_catalog, pg_temp
  return overlay(public.id_of_month(date_trunc('milliseconds', now() at time zone 'UTC'))
    placing substr(gen_random_uuid()::text, 16) from 16);

create function access_keys(images jsonb) returns text[]
  language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
    select array(select tenant.key from jsonb_each(images) tenant
      union all select jsonb_object_keys(tenant.value) from jsonb_each(images) tenant)
  $$;

create unlogged table access_change (
  transaction xid8 not null,
  number bigint generated always as identity,
  noted text not null,
  primary key (transaction, number)
);
grant select, insert, delete on access_change to atrium_definer;

create function take_access_changes() returns jsonb
  language sql set search_path = pg_catalog, pg_temp as $$
    with taken as (
      delete from public.access_change where transaction = pg_current_xact_id() returning noted)
    select ('[' || string_agg(noted, ',') || ']')::jsonb from taken
  $$;

create function note_access_rows() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    changed text;
    image text := 'public.access_image(row(%1$s.*)::public.%2$I)';
    key text := 'id';
  begin
    if tg_table_name = 'invitation' then
      image := 'public.access_image(row(%1$s.*)::public.%2$I) || jsonb_build_object(''status'', %1$s.status)';
    elsif tg_table_name = 'tenant_site' then
      image := 'to_jsonb(%1$s.nick_name)';
    end if;
    if tg_table_name not in ('app_user', 'role', 'software', 'tenant') then
      key := 'tenant_id, id';
    end if;
    changed := case tg_op
      when 'INSERT' then 'select * from new_rows'
      when 'DELETE' then 'select * from old_rows'
      else format('select n.* from new_rows n join old_rows o using (%s) where %s is distinct from %s',
        key, format(image, 'n', tg_table_name), format(image, 'o', tg_table_name)) end;
    execute format('with changed as (%s) insert into public.access_change (transaction, noted)
      select pg_current_xact_id(), noted from (
        select string_agg(distinct jsonb_build_array(k.tenant, k.kind, k.id)::text, '','') as noted
        from (%s) as k (tenant, kind, id)) as of_statement where noted is not null', changed, tg_argv[0]);
    return null;
  end $$;
revoke execute on function note_access_rows from public;

create function flush_access() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    insert into public.audit_event (id, tenant_id, call, entity)
    select public.new_event_id(), case when count(distinct k ->> 0) = 1 then min(k ->> 0) else '0' end, '', 'access'
    from public.access_change c cross join lateral jsonb_array_elements(('[' || c.noted || ']')::jsonb) k
    where c.transaction = new.transaction having count(*) > 0;
    return null;
  end $$;
revoke execute on function flush_access from public;

create constraint trigger access_flush after insert on access_change
  deferrable initially deferred for each row execute function flush_access();

do $$
declare
  item record;
  op text;
begin
  for item in
    select * from (values
      ('app_user', 'select ''0'', ''user'', c.id from changed c union all
        select m.tenant_id, ''person'', c.id from changed c join public.tenant_user m on m.user_id = c.id'),
      ('role', 'select ''0'', ''role'', c.id from changed c'),
      ('software', 'select ''0'', ''product'', c.id from changed c'),
      ('tenant', 'select c.id, ''tenant'', c.id from changed c'),
      ('study', 'select c.tenant_id, ''study'', c.id from changed c'),
      ('study_site', 'select c.tenant_id, ''site'', c.id from changed c'),
      ('tenant_site', 'select s.tenant_id, ''site'', s.id from changed c
        join public.study_site s on s.tenant_id = c.tenant_id and s.tenant_site_id = c.id'),
      ('study_url', 'select c.tenant_id, ''link'', c.id from changed c'),
      ('tenant_user', 'select c.tenant_id, ''member'', c.id from changed c union all
        select c.tenant_id, ''person'', c.user_id from changed c'),
      ('invitation', 'select c.tenant_id, ''invitation'', c.id from changed c'),
      ('study_user', 'select c.tenant_id, ''authorization'', c.id from changed c'),
      ('product_authorization', 'select c.tenant_id, ''grant'', c.id from changed c')
    ) as watched (name, keys)
  loop
    foreach op in array array['insert', 'update', 'delete'] loop
      execute format('create trigger access_%s after %s on %I referencing %s for each statement
          execute function note_access_rows(%L)', op, op, item.name,
        case op when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
          else 'old table as old_rows new table as new_rows' end, item.keys);
    end loop;
  end loop;
end $$;`

const readers = `
create function is_carried(e audit_event) returns boolean
  language sql immutable parallel safe
  return e.entity = 'access' and e.entity_id = 'carried';

create function access_position(e audit_event, tenant text, key text) returns bigint
  language sql immutable parallel safe
  return coalesce(case when e.entity = 'access' and e.entity_id = 'carried'
    then (e.after -> 'positions' -> tenant ->> key)::bigint end, e.sequence);

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

create function last_sign_ins(people text[], instant timestamptz) returns table (user_id text, at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  begin
    return query
      select p.id, s.at from unnest(people) as p (id)
      cross join lateral (
        select e.at from public.audit_event e
        where e.entity = 'session' and e.entity_id = p.id and e.after is not null
          and e.at <= coalesce(instant, 'infinity')
        order by e.sequence desc limit 1) s
      where current_setting('role') <> 'atrium_tenant' or exists (
        select t from unnest(public.app_tenants()) t where t in (select public.access_tenants_of(p.id)));
  end $$;
revoke execute on function last_sign_ins from public;
grant execute on function last_sign_ins to atrium_platform, atrium_tenant, atrium_system;

create function access_recorded_since() returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select coalesce(
      (select max(coalesce((e.after ->> 'until')::timestamptz, e.at)) from public.audit_event e
        where e.entity = 'access' and e.entity_id = 'baseline'),
      (select min(e.at) from public.audit_event e))
  $$;
revoke execute on function access_recorded_since from public;
grant execute on function access_recorded_since to atrium_platform, atrium_tenant, atrium_system;

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
grant execute on function carry_access to atrium_system;`

const stamp = `
create or replace function stamp_audit_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    opened integer;
    still_open integer;
    noted jsonb;
  begin
    loop
      select last_value into opened from public.audit_batch;
      if pg_try_advisory_xact_lock_shared(1635082608, opened) then
        select last_value into still_open from public.audit_batch;
        exit when still_open = opened;
      end if;
    end loop;
    new.batch := opened;
    new.at := clock_timestamp();
    noted := public.take_access_changes();
    if noted is not null then
      perform set_config('plan_cache_mode', 'force_custom_plan', true) where jsonb_array_length(noted) > 1000;
      select public.access_images(array_agg(k ->> 0), array_agg(k ->> 1), array_agg(k ->> 2)) into new.access
      from jsonb_array_elements(noted) k;
      if new.entity = 'access' and new.entity_id = 'carried' then
        new.entity_id := '';
      end if;
    end if;
    return new;
  end $$`
