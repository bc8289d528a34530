-- Users who lost all or some of their authorizations in a study, until the product has confirmed it. A trigger on
-- study_user adds the rows.
create table product_access_removal (
  tenant_id text not null,
  study_url_id text not null,
  user_id text not null,
  -- Domain of the study at that time.
  tenant_url_id text not null,
  -- Version of the user's rights after the removal. The product has confirmed it with this or any higher version.
  version bigint not null,
  removed_at timestamptz not null default now(),
  primary key (tenant_id, study_url_id, user_id),
  foreign key (tenant_id, study_url_id) references study_url (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tenant_url_id, user_id)
    references product_access (tenant_id, tenant_url_id, user_id) on delete cascade
);

-- For the foreign key, and for deleting confirmed rows.
create index product_access_removal_access on product_access_removal (tenant_id, tenant_url_id, user_id);
create index product_access_removal_of_study on product_access_removal
  (tenant_id, study_url_id, removed_at, user_id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table product_access_removal enable row level security, force row level security;
create policy unconfined on product_access_removal to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on product_access_removal for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on product_access_removal for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on product_access_removal for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on product_access_removal for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select on product_access_removal to atrium_platform, atrium_tenant;
grant select, insert, update, delete on product_access_removal to atrium_system;
