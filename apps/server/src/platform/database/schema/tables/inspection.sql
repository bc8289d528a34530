-- Inspections: who reads the records of which studies, and in which period. Rows are never deleted.
create table inspection (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_ids text[] not null,
  -- The authority or company, and the inspector with their account.
  authority text not null,
  inspector_name text not null,
  email text not null,
  user_id text not null references app_user (id),
  purpose text not null,
  -- First instant, and the first instant after the last day.
  access_from timestamptz not null,
  access_until timestamptz not null,
  opened_by text not null,
  opener_name text not null,
  -- Whether the inspector is unblinded, which a second person decides.
  unblinding text not null default 'none' check (unblinding in ('none', 'requested', 'approved', 'declined')),
  unblinding_reason text not null default '',
  decided_by text,
  decider_name text not null default '',
  decided_at timestamptz,
  decision_reason text not null default '',
  -- Without closed_by it ended by itself.
  closed_at timestamptz,
  closed_by text,
  closer_name text not null default '',
  primary key (tenant_id, id)
);

create index inspection_id on inspection (id);
-- For the list of a tenant, newest first.
create index inspection_list on inspection (tenant_id, created_at, id);
-- An account has at most one open inspection: opening one locks its row in app_user.
create unique index inspection_account on inspection (tenant_id, user_id) where closed_at is null;
-- For the session of an inspector.
create index inspection_user on inspection (user_id);
-- For those that end by themselves.
create index inspection_due on inspection (access_until) where closed_at is null;

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table inspection enable row level security, force row level security;
create policy unconfined on inspection to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on inspection for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on inspection for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on inspection for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on inspection for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update on inspection to atrium_platform, atrium_tenant, atrium_system;
