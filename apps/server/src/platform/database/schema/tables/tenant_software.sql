-- Licences of tenants for products.
create table tenant_software (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  software_id text not null references software (id) on delete restrict,
  -- Whether the licence is limited to a period.
  time_enable boolean not null default false,
  -- First and last day, in the time zone of the profile.
  start_time date,
  end_time date,
  -- Whether the number of studies is limited; max_study is 1 if it is not.
  study_enable boolean not null default false,
  max_study integer not null default 1 check (max_study >= 1),
  -- Whether the number of users is limited; max_user is 1 if it is not.
  user_enable boolean not null default false,
  max_user integer not null default 1 check (max_user >= 1),
  is_enable boolean not null default true,
  -- The last reminder that was sent: for which end, and how many days before it was due.
  reminded_end date,
  reminded_days smallint,
  primary key (tenant_id, id),
  constraint tenant_software_unique unique (tenant_id, software_id),
  constraint tenant_software_period
    check (case when time_enable
      then start_time is not null and end_time is not null and start_time <= end_time
      else start_time is null and end_time is null
    end)
);

create index tenant_software_id on tenant_software (id);
create index tenant_software_created_at on tenant_software (created_at, id);
create index tenant_software_software_created_at on tenant_software (software_id, created_at, id);
create index tenant_software_end_time on tenant_software (end_time, id);
create index tenant_software_software_end_time on tenant_software (software_id, end_time, id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table tenant_software enable row level security, force row level security;
create policy unconfined on tenant_software to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on tenant_software for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on tenant_software for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on tenant_software for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on tenant_software for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on tenant_software to atrium_platform;
grant select on tenant_software to atrium_tenant, atrium_system;
-- Sessions that use up a licence lock its row, one after the other. Locking a row requires the right to update it,
-- and this right serves no other purpose.
grant update (row_version) on tenant_software to atrium_tenant;
grant update (row_version, reminded_end, reminded_days) on tenant_software to atrium_system;
