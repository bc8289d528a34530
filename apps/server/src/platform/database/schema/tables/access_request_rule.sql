-- For which studies the members of a tenant may ask, and when their requests expire.
create table access_request_rule (
  tenant_id text not null references tenant (id) on delete cascade,
  -- The tenant's id.
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- None, studies in which the person already has access, or all of the tenant.
  scope text not null check (scope in ('none', 'own', 'all')),
  days integer not null check (days between 1 and 90),
  primary key (tenant_id, id),
  constraint access_request_rule_one_a_tenant check (id = tenant_id)
);

create index access_request_rule_id on access_request_rule (id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table access_request_rule enable row level security, force row level security;
create policy unconfined on access_request_rule to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on access_request_rule for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on access_request_rule for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on access_request_rule for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on access_request_rule for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update on access_request_rule to atrium_platform, atrium_tenant;
grant select on access_request_rule to atrium_system;
