-- Calls to products and their outcomes. No foreign keys, so that they stay when tenant and product are gone.
create table product_call (
  tenant_id text not null,
  id text not null,
  created_at timestamptz not null default now(),
  software_id text not null,
  -- Path of the call, such as /atrium/init.
  path text not null,
  idempotency_key text not null,
  -- Null during the call, or if the process died during it.
  outcome text check (outcome in ('done', 'refused', 'signature', 'status', 'answer', 'unreachable', 'timeout', 'tooLarge',
    'redirect', 'address', 'noKey')),
  -- HTTP status of the response.
  status integer,
  duration_ms integer check (duration_ms >= 0),
  -- Code and message of the product, or why there was no response.
  answer text not null default '',
  -- Numbers of people whose rights a call sends, and of those whom the product confirmed; null for other calls.
  people integer,
  confirmed integer,
  primary key (tenant_id, id)
);

create index product_call_created on product_call (created_at);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table product_call enable row level security, force row level security;
create policy unconfined on product_call to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on product_call for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on product_call for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on product_call for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on product_call for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select on product_call to atrium_platform;
grant select, insert, update, delete on product_call to atrium_system;
