-- Which changes need a reason, and the reasons to choose from: one row for each tenant that has saved its own, and one
-- for the platform (tenant 0).
create table change_reason_policy (
  tenant_id text not null references tenant (id) on delete cascade,
  -- The tenant's id.
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- Whether the platform's row holds in the tenant instead.
  follows boolean not null default false,
  -- The contract's kinds of changes.
  kinds text[] not null,
  -- Objects with code, name, nameEn and enabled, in the order of the list.
  reasons jsonb not null,
  primary key (tenant_id, id),
  constraint change_reason_policy_one_a_tenant check (id = tenant_id)
);

create index change_reason_policy_id on change_reason_policy (id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table change_reason_policy enable row level security, force row level security;
create policy unconfined on change_reason_policy to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on change_reason_policy for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on change_reason_policy for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on change_reason_policy for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on change_reason_policy for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on change_reason_policy to atrium_platform;
grant select, insert, update on change_reason_policy to atrium_tenant;
grant select on change_reason_policy to atrium_system;
