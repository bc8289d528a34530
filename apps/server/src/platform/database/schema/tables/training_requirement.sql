-- Trainings that a role in a study and product needs.
create table training_requirement (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_url_id text not null,
  training_id text not null,
  -- Role of the product; '' for every role. Its name is that which the product sent.
  role_id text not null,
  role_name text not null,
  -- First day, and its first instant; null if it applies from the beginning.
  from_day text,
  applies_at timestamptz,
  -- Number of days before it of the latest reminder; null if there was none.
  reminded smallint,
  primary key (tenant_id, id),
  constraint training_requirement_unique unique (tenant_id, study_url_id, training_id, role_id),
  constraint training_requirement_study foreign key (tenant_id, study_url_id)
    references study_url (tenant_id, id) on delete cascade,
  constraint training_requirement_training foreign key (tenant_id, training_id) references training (tenant_id, id)
);

create index training_requirement_id on training_requirement (id);
-- For the foreign key, and for the studies that need a training.
create index training_requirement_of_training on training_requirement (tenant_id, training_id);
-- For requirements that begin.
create index training_requirement_begin on training_requirement (applies_at) where applies_at is not null;

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table training_requirement enable row level security, force row level security;
create policy unconfined on training_requirement to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on training_requirement for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on training_requirement for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on training_requirement for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on training_requirement for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on training_requirement to atrium_platform, atrium_tenant;
grant select, update on training_requirement to atrium_system;
