-- What products know of the users' rights: a row for each user at each domain. It has no rights itself. Triggers note
-- every change of rights here and queue its notification, in the transaction that makes the change.
create table product_access (
  tenant_id text not null references tenant (id) on delete cascade,
  tenant_url_id text not null,
  user_id text not null references app_user (id) on delete cascade,
  -- Rises with each change of the rights: the time of the change in milliseconds, so that it also rises after an older
  -- backup was restored.
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  -- unsupported: the product does not have the call. failed: given up after a day.
  state text not null default 'waiting' check (state in ('waiting', 'notified', 'unsupported', 'failed')),
  changed_at timestamptz not null default now(),
  -- Version that the product confirmed last, and when.
  notified_version bigint,
  notified_at timestamptz,
  -- Failed attempts since the last change, and why the last one failed: key and parameters of a text.
  attempts integer not null default 0,
  failure jsonb,
  primary key (tenant_id, tenant_url_id, user_id),
  foreign key (tenant_id, tenant_url_id) references tenant_url (tenant_id, id) on delete cascade
);

-- For the foreign key.
create index product_access_user on product_access (user_id);
-- For the worker that notifies products.
create index product_access_waiting on product_access
  (tenant_id, tenant_url_id, attempts, changed_at) where state = 'waiting';
-- For the metrics.
create index product_access_failed on product_access (changed_at) where state = 'failed';

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table product_access enable row level security, force row level security;
create policy unconfined on product_access to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on product_access for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on product_access for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on product_access for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on product_access for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select on product_access to atrium_platform, atrium_tenant;
grant select, insert, update on product_access to atrium_system;

-- Adds a job for each domain that has an API. Its key contains the transaction, so that a transaction adds one job for
-- all its changes, and never waits for another transaction that adds one for the same domain.
create function queue_access_notices(tenants text[], domains text[], due timestamptz default now()) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.queue_job('product-access', jsonb_build_object('tenantId', d.tenant_id, 'id', d.id),
      d.id || ' ' || pg_current_xact_id(), d.software_id, due)
    from public.tenant_url d
    where d.has_api and (d.tenant_id, d.id) in (select * from unnest(tenants, domains));
  end $$;
revoke execute on function queue_access_notices from public;
grant execute on function queue_access_notices to atrium_system;

-- Notes that rights of users at domains have changed. A product knows the rights of its users in the whole tenant, so
-- this also notes them at its other domains where it knows the users. The arrays are columns of one list. The rows are locked in the
-- order of their key, so that concurrent transactions do not deadlock.
create function note_access(tenants text[], domains text[], users text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    noted_tenants text[];
    noted_domains text[];
  begin
    with noted as (
      insert into public.product_access as a (tenant_id, tenant_url_id, user_id)
      select distinct c.tenant_id, d.id, c.user_id
      from unnest(tenants, domains, users) as c (tenant_id, domain, user_id)
      join public.tenant_url changed on changed.tenant_id = c.tenant_id and changed.id = c.domain
      join public.tenant_url d
        on d.tenant_id = changed.tenant_id and d.software_id = changed.software_id and d.has_api
      where d.id = changed.id or exists (select from public.product_access known
        where known.tenant_id = d.tenant_id and known.tenant_url_id = d.id and known.user_id = c.user_id)
      order by 1, 2, 3
      on conflict (tenant_id, tenant_url_id, user_id) do update
        set version = greatest(a.version + 1, excluded.version), state = 'waiting', changed_at = now(), attempts = 0,
          failure = null
      returning tenant_id, tenant_url_id
    )
    select array_agg(tenant_id), array_agg(tenant_url_id) into noted_tenants, noted_domains from noted;
    if noted_tenants is not null then
      perform public.queue_access_notices(noted_tenants, noted_domains);
    end if;
  end $$;
revoke execute on function note_access from public;

-- Notes that rights of tenant users in linked studies have changed. An authorization of an invitation has no user yet.
create function note_study_access(tenants text[], links text[], members text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.note_access(array_agg(l.tenant_id), array_agg(l.tenant_url_id), array_agg(m.user_id))
    from unnest(tenants, links, members) as c (tenant_id, link, member)
    join public.study_url l on l.tenant_id = c.tenant_id and l.id = c.link
    join public.tenant_user m on m.tenant_id = c.tenant_id and m.id = c.member
    having count(*) > 0;
  end $$;
revoke execute on function note_study_access from public;

-- Notes that all rights of users in tenants have changed: where they are authorized, or the product knows them.
create function note_member_access(tenants text[], users text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.note_access(array_agg(n.tenant_id), array_agg(n.tenant_url_id), array_agg(n.user_id))
    from (
      select a.tenant_id, a.tenant_url_id, a.user_id
      from unnest(tenants, users) as c (tenant_id, user_id)
      join public.product_access a on a.tenant_id = c.tenant_id and a.user_id = c.user_id
      union
      select l.tenant_id, l.tenant_url_id, m.user_id
      from unnest(tenants, users) as c (tenant_id, user_id)
      join public.tenant_user m on m.tenant_id = c.tenant_id and m.user_id = c.user_id
      join public.study_user s on s.tenant_id = m.tenant_id and s.tenant_user_id = m.id
      join public.study_url l on l.tenant_id = s.tenant_id and l.id = s.study_url_id
    ) n
    having count(*) > 0;
  end $$;
revoke execute on function note_member_access from public;

-- Notes that tenants may use products again, or no longer.
create function note_licence_access(tenants text[], products text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.note_access(array_agg(n.tenant_id), array_agg(n.tenant_url_id), array_agg(n.user_id))
    from (
      select a.tenant_id, a.tenant_url_id, a.user_id
      from unnest(tenants, products) as c (tenant_id, product)
      join public.tenant_url d on d.tenant_id = c.tenant_id and d.software_id = c.product
      join public.product_access a on a.tenant_id = d.tenant_id and a.tenant_url_id = d.id
      union
      select l.tenant_id, l.tenant_url_id, m.user_id
      from unnest(tenants, products) as c (tenant_id, product)
      join public.study_url l on l.tenant_id = c.tenant_id and l.software_id = c.product
      join public.study_user s on s.tenant_id = l.tenant_id and s.study_url_id = l.id
      join public.tenant_user m on m.tenant_id = s.tenant_id and m.id = s.tenant_user_id
    ) n
    having count(*) > 0;
  end $$;
revoke execute on function note_licence_access from public;

create function note_study_user() returns trigger
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
        and (n.study_url_id, n.study_site_id, n.tenant_user_id, n.access_from, n.access_until, n.untrained_since)
          is distinct from
          (o.study_url_id, o.study_site_id, o.tenant_user_id, o.access_from, o.access_until, o.untrained_since)
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
  end $$;
revoke execute on function note_study_user from public;

create trigger note_insert after insert on study_user
  referencing new table as new_rows for each statement execute function note_study_user();
create trigger note_update after update on study_user
  referencing old table as old_rows new table as new_rows for each statement execute function note_study_user();
create trigger note_delete after delete on study_user
  referencing old table as old_rows for each statement execute function note_study_user();

-- What the product accepts has reached it already. But a notification from before may reach it later, so it gets
-- another one.
create function note_product_authorization() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if tg_op = 'DELETE' then
      perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
      from old_rows where tenant_user_id is not null having count(*) > 0;
    else
      perform public.note_study_access(
        array_agg(n.tenant_id), array_agg(n.study_url_id), array_agg(n.tenant_user_id))
      from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      where n.tenant_user_id is not null and (n.state = 'accepted' and o.state <> 'accepted'
        or n.accepted_grants is distinct from o.accepted_grants)
      having count(*) > 0;
    end if;
    return null;
  end $$;
revoke execute on function note_product_authorization from public;

create trigger note_update after update on product_authorization
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_product_authorization();
create trigger note_delete after delete on product_authorization
  referencing old table as old_rows for each statement execute function note_product_authorization();

create function note_tenant_user() returns trigger
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
  end $$;
revoke execute on function note_tenant_user from public;

create trigger note_update after update on tenant_user
  referencing old table as old_rows new table as new_rows for each statement execute function note_tenant_user();
create trigger note_delete after delete on tenant_user
  referencing old table as old_rows for each statement execute function note_tenant_user();

-- A user is deleted only once their last membership is, which was noted then.
create function note_app_user() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.note_member_access(array_agg(m.tenant_id), array_agg(m.user_id))
    from new_rows n join old_rows o on o.id = n.id join public.tenant_user m on m.user_id = n.id
    where n.status <> o.status having count(*) > 0;
    return null;
  end $$;
revoke execute on function note_app_user from public;

create trigger note_update after update on app_user
  referencing old table as old_rows new table as new_rows for each statement execute function note_app_user();

create function note_tenant_software() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if tg_op = 'INSERT' then
      perform public.note_licence_access(array_agg(tenant_id), array_agg(software_id))
      from new_rows having count(*) > 0;
    elsif tg_op = 'DELETE' then
      perform public.note_licence_access(array_agg(tenant_id), array_agg(software_id))
      from old_rows having count(*) > 0;
    else
      perform public.note_licence_access(array_agg(n.tenant_id), array_agg(n.software_id))
      from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      where n.is_enable <> o.is_enable having count(*) > 0;
    end if;
    return null;
  end $$;
revoke execute on function note_tenant_software from public;

create trigger note_insert after insert on tenant_software
  referencing new table as new_rows for each statement execute function note_tenant_software();
create trigger note_update after update on tenant_software
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_tenant_software();
create trigger note_delete after delete on tenant_software
  referencing old table as old_rows for each statement execute function note_tenant_software();

-- A study that moves to another domain of its product is opened there from then on.
create function note_study_url() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.note_access(array_agg(n.tenant_id), array_agg(d.id), array_agg(m.user_id))
    from new_rows n
    join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    cross join lateral (values (o.tenant_url_id), (n.tenant_url_id)) as d (id)
    join public.study_user s on s.tenant_id = n.tenant_id and s.study_url_id = n.id
    join public.tenant_user m on m.tenant_id = s.tenant_id and m.id = s.tenant_user_id
    where n.tenant_url_id <> o.tenant_url_id having count(*) > 0;
    return null;
  end $$;
revoke execute on function note_study_url from public;

create trigger note_update after update on study_url
  referencing old table as old_rows new table as new_rows for each statement execute function note_study_url();

-- A product that is initialised again, or called at another address, may have the call now.
create function note_tenant_url() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    tenants text[];
    domains text[];
  begin
    select array_agg(n.tenant_id), array_agg(n.id) into tenants, domains
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.has_api and (n.api_url <> o.api_url
      or n.initialised_at is not null and n.initialised_at is distinct from o.initialised_at);
    if tenants is not null then
      update public.product_access set state = 'waiting', changed_at = now(), attempts = 0, failure = null,
        version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)
      where (tenant_id, tenant_url_id) in (select * from unnest(tenants, domains))
        and state in ('failed', 'unsupported');
      perform public.queue_access_notices(tenants, domains);
    end if;
    return null;
  end $$;
revoke execute on function note_tenant_url from public;

create trigger note_update after update on tenant_url
  referencing old table as old_rows new table as new_rows for each statement execute function note_tenant_url();
