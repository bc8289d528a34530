-- A tenant's trainings, of which people bring evidence.
create table training (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- Short name by which products report evidence.
  code text not null,
  name text not null,
  kind text not null check (kind in ('gcp', 'protocol', 'product', 'other')),
  -- Months for which evidence is valid; 0 for no limit.
  months integer not null check (months between 0 and 120),
  primary key (tenant_id, id),
  constraint training_code_unique unique (tenant_id, code)
);

create index training_id on training (id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table training enable row level security, force row level security;
create policy unconfined on training to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on training for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on training for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on training for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on training for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on training to atrium_platform, atrium_tenant;
-- The server locks a training while it adds evidence that a product reports.
grant select, update on training to atrium_system;
