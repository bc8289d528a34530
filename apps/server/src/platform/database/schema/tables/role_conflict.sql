-- Pairs of roles in products that one person may not hold in one study. Rules of the platform hold in every tenant.
create table role_conflict (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- Ids of the products and of their roles, with the roles' names when the rule was saved. Products have no foreign
  -- key: a rule does not keep a product from being deleted.
  software_id text not null,
  role_id text not null,
  role_name text not null default '',
  other_software_id text not null,
  other_role_id text not null,
  other_role_name text not null default '',
  -- What the rule is for.
  reason text not null,
  constraint role_conflict_roles check ((software_id, role_id) <> (other_software_id, other_role_id)),
  primary key (tenant_id, id)
);

create index role_conflict_id on role_conflict (id);
-- One rule per pair, in either order.
create unique index role_conflict_unique on role_conflict (tenant_id,
  least(software_id || ' ' || role_id, other_software_id || ' ' || other_role_id),
  greatest(software_id || ' ' || role_id, other_software_id || ' ' || other_role_id));

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table role_conflict enable row level security, force row level security;
create policy unconfined on role_conflict to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on role_conflict for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on role_conflict for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on role_conflict for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on role_conflict for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on role_conflict to atrium_platform, atrium_tenant;
grant select on role_conflict to atrium_system;
