-- Decisions that a person may work in a study and product for some days although trainings are missing. The rows outlive
-- study and person, so they have no foreign keys but the tenant's.
create table training_override (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_url_id text not null,
  tenant_user_id text not null,
  user_id text not null,
  -- Full name at that time.
  person_name text not null,
  reason text not null,
  -- Last day, and the first instant after it.
  last_day text not null,
  valid_until timestamptz not null,
  decided_by text not null,
  decider_name text not null,
  -- When somebody ended it or replaced it; null if nobody did.
  ended_at timestamptz,
  ended_by text,
  end_reason text not null default '',
  primary key (tenant_id, id)
);

create index training_override_id on training_override (id);
-- For the person's overrides in a study. Nobody has two open ones there.
create unique index training_override_open on training_override
  (tenant_id, study_url_id, tenant_user_id) where ended_at is null;
-- For overrides that end.
create index training_override_end on training_override (valid_until) where ended_at is null;

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table training_override enable row level security, force row level security;
create policy unconfined on training_override to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on training_override for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on training_override for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on training_override for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on training_override for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update on training_override to atrium_platform, atrium_tenant;
grant select, update on training_override to atrium_system;
