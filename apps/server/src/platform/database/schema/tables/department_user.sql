-- Memberships of users in the departments of a tenant.
create table department_user (
  tenant_id text not null,
  department_id text not null,
  tenant_user_id text not null,
  primary key (tenant_id, department_id, tenant_user_id),
  constraint department_user_department foreign key (tenant_id, department_id)
    references department (tenant_id, id),
  constraint department_user_person foreign key (tenant_id, tenant_user_id)
    references tenant_user (tenant_id, id) on delete cascade
);

create index department_user_person on department_user (tenant_id, tenant_user_id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table department_user enable row level security, force row level security;
create policy unconfined on department_user to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on department_user for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on department_user for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on department_user for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on department_user for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, delete on department_user to atrium_platform, atrium_tenant;
