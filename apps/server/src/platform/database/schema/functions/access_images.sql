-- Images of access: who may do what, and the names of what it refers to. Triggers note which rows a transaction changes;
-- the next event of the audit trail takes the images of these rows with it. So access at any instant is the newest image
-- of each row until then (see access_at.sql).

create function access_time(instant timestamptz) returns text
  language sql stable parallel safe
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

create function access_person(r app_user) returns jsonb
  language sql stable as $$
    select jsonb_build_object('name', r.full_name, 'nameEn', r.full_name_en, 'userName', r.user_name, 'status', r.status)
  $$;

-- A user with a system role.
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
      'until', public.access_time(r.access_until), 'since', public.access_time(r.created_at),
      'untrainedSince', public.access_time(r.untrained_since)))
  $$;

create function access_image(r product_authorization) returns jsonb
  language sql stable as $$
    select jsonb_strip_nulls(jsonb_build_object('linkId', r.study_url_id, 'memberId', r.tenant_user_id,
      'invitationId', r.invitation_id, 'state', r.state, 'grants', r.grants, 'accepted', r.accepted_grants,
      'grantedBy', r.granted_by))
  $$;

-- All present images. Tenant '0' has roles, products and users with a system role.
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

-- Images of rows, by tenant, then by kind and id. A row that is gone has a null. The arrays are columns of one list. Each row
-- is found by its key: a plan from when the tables were small would read all of their rows each time. jsonb_object_agg
-- takes a hundred times as long as text for values with many fields.
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

-- Returns an id of the current month for an event that the database writes.
create function new_event_id() returns text
  language sql set search_path = pg_catalog, pg_temp
  return overlay(public.id_of_month(date_trunc('milliseconds', now() at time zone 'UTC'))
    placing substr(gen_random_uuid()::text, 16) from 16);

-- Tenants and rows of an event's images, for its index.
create function access_keys(images jsonb) returns text[]
  language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
    select array(select tenant.key from jsonb_each(images) tenant
      union all select jsonb_object_keys(tenant.value) from jsonb_each(images) tenant)
  $$;

-- Rows whose images transactions have changed, as elements of JSON arrays, separated by commas. The next event of the
-- transaction deletes them, so nothing is left after the commit. Only functions of the database write here.
create unlogged table access_change (
  transaction xid8 not null,
  number bigint generated always as identity,
  noted text not null,
  primary key (transaction, number)
);
grant select, insert, delete on access_change to atrium_definer;

-- Deletes and returns what the transaction has noted after its last event, as a JSON array; null if there is nothing.
create function take_access_changes() returns jsonb
  language sql set search_path = pg_catalog, pg_temp as $$
    with taken as (
      delete from public.access_change where transaction = pg_current_xact_id() returning noted)
    select ('[' || string_agg(noted, ',') || ']')::jsonb from taken
  $$;

-- Notes that a statement changed rows, until the transaction's next event. The argument selects their tenants, kinds and
-- ids from `changed`. An update that leaves the image as it is notes nothing.
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

-- Writes an event for what the transaction has noted after its last event, if there is any.
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
end $$;
