-- Users who signed in to a tenant's product through the OpenID provider, and whether the product was notified of the end.
create table product_sign_in (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  tenant_url_id text not null,
  user_id text not null references app_user (id) on delete cascade,
  -- Session of the suite; null once it was deleted.
  session_hash text references session (token_hash) on delete set null,
  -- Id of the session as the product knows it (`sid`).
  sid text not null,
  ended_at timestamptz,
  -- Reason of the session's end, 'expired', or 'access' if the user may no longer open the product.
  ended_reason text,
  -- open: signed in. waiting: the product must be notified. unsupported: it has no URL for that. failed: given up.
  state text not null default 'open' check (state in ('open', 'waiting', 'notified', 'unsupported', 'failed')),
  -- Failed attempts to notify the product, and why the last one failed: key and parameters of a text.
  attempts integer not null default 0,
  failure jsonb,
  notified_at timestamptz,
  -- When an administrator last repeated the notice.
  requeued_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, tenant_url_id) references tenant_url (tenant_id, id) on delete cascade,
  check ((state = 'open') = (ended_at is null))
);

create index product_sign_in_created on product_sign_in (tenant_id, created_at, id);
create index product_sign_in_domain on product_sign_in (tenant_id, tenant_url_id, created_at, id);
create index product_sign_in_user on product_sign_in (user_id, tenant_id);
-- A product has a session for each `sid`. There is a new one if the provider's session began anew.
create unique index product_sign_in_open on product_sign_in (tenant_id, session_hash, tenant_url_id, sid)
  where state = 'open';
-- For the foreign key.
create index product_sign_in_session on product_sign_in (session_hash) where session_hash is not null;
create index product_sign_in_ended on product_sign_in (ended_at) where state <> 'open';

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table product_sign_in enable row level security, force row level security;
create policy unconfined on product_sign_in to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on product_sign_in for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on product_sign_in for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on product_sign_in for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on product_sign_in for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select on product_sign_in to atrium_platform;
grant select, insert, update, delete on product_sign_in to atrium_system;

-- Queues the notices of sign-ins that wait for one.
create function queue_product_sign_outs(ids text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.queue_job('product-sign-out', jsonb_build_object('tenantId', p.tenant_id, 'id', p.id), p.id,
      d.software_id, now())
    from public.product_sign_in p
    join public.tenant_url d on d.tenant_id = p.tenant_id and d.id = p.tenant_url_id
    where p.id = any (ids) and p.state = 'waiting';
  end $$;
revoke execute on function queue_product_sign_outs from public;
grant execute on function queue_product_sign_outs to atrium_system;

-- Ends sign-ins to products, and queues the notices that the products get. Ids of sign-ins that have ended before are
-- ignored. Rows are locked in the order of their key.
create function end_product_sign_ins(ids text[], reason text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    with open as (
      select p.tenant_id, p.id, d.logout_url
      from public.product_sign_in p
      join public.tenant_url d on d.tenant_id = p.tenant_id and d.id = p.tenant_url_id
      where p.id = any (ids) and p.state = 'open' order by p.tenant_id, p.id for update of p
    )
    update public.product_sign_in p set ended_at = now(), ended_reason = reason,
      state = case open.logout_url when '' then 'unsupported' else 'waiting' end
    from open where p.tenant_id = open.tenant_id and p.id = open.id;
    perform public.queue_product_sign_outs(ids);
  end $$;
revoke execute on function end_product_sign_ins from public;
grant execute on function end_product_sign_ins to atrium_system;

create function note_session_end() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.end_product_sign_ins(array_agg(id), new.ended_reason)
    from public.product_sign_in where session_hash = new.token_hash and state = 'open' having count(*) > 0;
    return null;
  end $$;
revoke execute on function note_session_end from public;
create trigger session_ended after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function note_session_end();

-- Queues a check of open sign-ins whose user's rights in the product have changed.
create function check_product_sign_ins() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.queue_job('product-sign-out', jsonb_build_object('tenantId', p.tenant_id, 'id', p.id),
      p.id || ' check', d.software_id, now())
    from new_rows n
    join public.product_sign_in p
      on p.tenant_id = n.tenant_id and p.tenant_url_id = n.tenant_url_id and p.user_id = n.user_id
    join public.tenant_url d on d.tenant_id = p.tenant_id and d.id = p.tenant_url_id
    where p.state = 'open';
    return null;
  end $$;
revoke execute on function check_product_sign_ins from public;
create trigger check_sign_ins_insert after insert on product_access referencing new table as new_rows
  for each statement execute function check_product_sign_ins();
create trigger check_sign_ins_update after update on product_access referencing new table as new_rows
  for each statement execute function check_product_sign_ins();
