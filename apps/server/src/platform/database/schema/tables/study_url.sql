-- Products in which studies are run, each at one of the tenant's domains.
create table study_url (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_id text not null,
  -- Product of the domain, by which licences are counted.
  software_id text not null references software (id) on delete restrict,
  tenant_url_id text not null,
  role_api_request text not null default '',
  role_api_response text not null default '',
  primary key (tenant_id, id),
  constraint study_url_unique unique (tenant_id, study_id, software_id),
  foreign key (tenant_id, study_id) references study (tenant_id, id),
  foreign key (tenant_id, tenant_url_id) references tenant_url (tenant_id, id)
);

create index study_url_id on study_url (id);
create index study_url_software on study_url (software_id, tenant_id);
create index study_url_domain on study_url (tenant_id, tenant_url_id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table study_url enable row level security, force row level security;
create policy unconfined on study_url to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on study_url for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on study_url for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on study_url for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on study_url for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
-- An inspector's session reads the inspected studies only.
create policy inspected on study_url as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else study_id = any ((select app_studies())::text[]) end);

grant select, insert, update, delete on study_url to atrium_platform, atrium_tenant;
grant select on study_url to atrium_system;
