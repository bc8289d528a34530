-- How a tenant gets the releases of a module. A tenant without a row follows the active release.
create table tenant_release (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  name text not null references remote_module (id),
  mode text not null check (mode in ('follow', 'pinned', 'validated')),
  -- Pinned or validated release; '' if the tenant follows.
  version text not null default '',
  accepted_at timestamptz,
  -- User name of the user who accepted it.
  accepted_by text not null default '',
  primary key (tenant_id, id),
  constraint tenant_release_one_a_module unique (tenant_id, name),
  constraint tenant_release_version check ((mode = 'follow') = (version = ''))
);

create index tenant_release_id on tenant_release (id);
create index tenant_release_held on tenant_release (name, version);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table tenant_release enable row level security, force row level security;
create policy unconfined on tenant_release to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on tenant_release for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on tenant_release for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on tenant_release for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on tenant_release for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on tenant_release to atrium_platform;
grant select, insert, update on tenant_release to atrium_tenant;
grant select on tenant_release to atrium_system;
-- For pseudonymising.
grant update (accepted_by) on tenant_release to atrium_system;
