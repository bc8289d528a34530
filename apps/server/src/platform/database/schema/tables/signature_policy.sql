-- Which changes must be signed, and with which meaning: one row for each tenant that has saved its own, and one for the
-- platform (tenant 0).
create table signature_policy (
  tenant_id text not null references tenant (id) on delete cascade,
  -- The tenant's id.
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- Whether the platform's row holds in the tenant instead.
  follows boolean not null default false,
  -- Objects with kind and meaning. The kinds are those for which a reason can be asked.
  signed jsonb not null,
  primary key (tenant_id, id),
  constraint signature_policy_one_a_tenant check (id = tenant_id)
);

create index signature_policy_id on signature_policy (id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table signature_policy enable row level security, force row level security;
create policy unconfined on signature_policy to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on signature_policy for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on signature_policy for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on signature_policy for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on signature_policy for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on signature_policy to atrium_platform;
grant select, insert, update on signature_policy to atrium_tenant;
grant select on signature_policy to atrium_system;
