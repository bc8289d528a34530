-- Holiday calendars: one for each tenant with days of its own. The calendar of tenant 0 applies to all.
create table holiday (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- Days off.
  law_holidays date[] not null default '{}',
  -- Days on a weekend or holiday that are worked.
  extra_workdays date[] not null default '{}',
  primary key (tenant_id, id),
  constraint holiday_tenant_unique unique (tenant_id),
  constraint holiday_or_workday check (not law_holidays && extra_workdays)
);

create index holiday_id on holiday (id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table holiday enable row level security, force row level security;
create policy unconfined on holiday to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on holiday for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on holiday for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on holiday for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on holiday for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on holiday to atrium_platform;
grant select, insert, update on holiday to atrium_tenant;
grant select on holiday to atrium_system;
