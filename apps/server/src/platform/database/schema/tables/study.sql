-- Clinical studies of tenants. Columns that end in _id refer to dictionary entries.
create table study (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_name text not null,
  study_code text not null,
  -- Protocol number.
  plan_code text not null,
  principal text not null,
  name_abbr text not null,
  -- Full title.
  fame_full text not null,
  sponsor text not null default '',
  study_scope_id text,
  product_type_id text,
  research_stage_id text,
  research_type_id text,
  therapeutic_area_id text,
  indication text not null default '',
  product_info text not null default '',
  drug_info text not null default '',
  design_info text not null default '',
  department text not null default '',
  start_time date,
  end_time date,
  -- As text, such as "18 months".
  duration_time text not null default '',
  study_status_id text,
  partner text not null default '',
  site_count integer not null check (site_count >= 0),
  patient_count integer not null check (patient_count >= 0),
  primary key (tenant_id, id),
  constraint study_period check (start_time < end_time)
);

create function study_search_text(name text, code text, plan text, sponsor text) returns text
  language sql immutable strict parallel safe
  return name || e'\n' || code || e'\n' || plan || e'\n' || sponsor;

create index study_id on study (id);
-- No two codes of a tenant differ only in case or width.
create unique index study_code_unique on study (tenant_id, lower(normalize(study_code, nfkc)));
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index study_code_unique_folded on study (tenant_id, fold_text(study_code));
-- Sort orders of the list, for all tenants and for one.
create index study_created on study (created_at, id);
create index study_tenant_created on study (tenant_id, created_at, id);
-- Sort order of names: by pinyin, and Latin letters without regard to case.
create index study_by_plan_code on study (plan_code collate "zh-x-icu", id);
create index study_tenant_by_plan_code on study (tenant_id, plan_code collate "zh-x-icu", id);
create index study_by_study_code on study (study_code collate "zh-x-icu", id);
create index study_tenant_by_study_code on study (tenant_id, study_code collate "zh-x-icu", id);
create index study_by_study_name on study (study_name collate "zh-x-icu", id);
create index study_tenant_by_study_name on study (tenant_id, study_name collate "zh-x-icu", id);
create index study_by_sponsor on study (sponsor collate "zh-x-icu", id);
create index study_tenant_by_sponsor on study (tenant_id, sponsor collate "zh-x-icu", id);
-- The list is searched by these texts. The line breaks between them keep a keyword from matching across two texts.
create index study_search_folded on study
  using gin (search_runs(fold_text(study_search_text(study_name, study_code, plan_code, sponsor))));
create index study_name_search_folded on study using gin (search_runs(fold_text(study_name)));

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table study enable row level security, force row level security;
create policy unconfined on study to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on study for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on study for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on study for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on study for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
-- An inspector's session reads the inspected studies only.
create policy inspected on study as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else id = any ((select app_studies())::text[]) end);

grant select, insert, update, delete on study to atrium_platform, atrium_tenant;
grant select on study to atrium_system;
