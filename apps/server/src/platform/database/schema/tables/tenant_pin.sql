-- Rules for PINs: one row for each tenant that has saved them, under the tenant's own id.
create table tenant_pin (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  pin_rule smallint not null check (pin_rule between 1 and 3),
  pin_length smallint not null check (pin_length between 6 and 8),
  pin_notice_type smallint not null check (pin_notice_type between 1 and 2),
  -- Minutes; 0 if PINs do not expire.
  pin_duration integer not null check (pin_duration >= 0),
  primary key (tenant_id, id),
  constraint tenant_pin_one_a_tenant check (id = tenant_id)
);

create index tenant_pin_id on tenant_pin (id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table tenant_pin enable row level security, force row level security;
create policy unconfined on tenant_pin to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on tenant_pin for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on tenant_pin for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on tenant_pin for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on tenant_pin for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on tenant_pin to atrium_platform;
grant select, insert, update on tenant_pin to atrium_tenant;
