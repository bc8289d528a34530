-- Sites that take part in a study, among those that its tenant has chosen.
create table study_site (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_id text not null,
  tenant_site_id text not null,
  -- Number of the site in the study.
  code text not null,
  nick_name text not null default '',
  address text not null default '',
  remark text not null default '',
  primary key (tenant_id, id),
  constraint study_site_unique unique (tenant_id, study_id, tenant_site_id),
  foreign key (tenant_id, study_id) references study (tenant_id, id),
  foreign key (tenant_id, tenant_site_id) references tenant_site (tenant_id, id)
);

create index study_site_id on study_site (id);
-- For foreign keys.
create index study_site_site on study_site (tenant_id, tenant_site_id);
-- No two codes of a study differ only in case or width.
create unique index study_site_code_unique on study_site (tenant_id, study_id, lower(normalize(code, nfkc)));
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index study_site_code_unique_folded on study_site (tenant_id, study_id, fold_text(code));
-- Sort order of the list.
create index study_site_by_code on study_site (tenant_id, study_id, code collate "zh-x-icu", id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table study_site enable row level security, force row level security;
create policy unconfined on study_site to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on study_site for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on study_site for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on study_site for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on study_site for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
-- An inspector's session reads the inspected studies only.
create policy inspected on study_site as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else study_id = any ((select app_studies())::text[]) end);

grant select, insert, update, delete on study_site to atrium_platform, atrium_tenant;
grant select on study_site to atrium_system;
