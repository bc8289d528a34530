-- Evidence that people completed trainings. It is never changed, only revoked. created_at is the time at which it was
-- recorded. The user and the file have no foreign keys: evidence outlives memberships.
create table training_evidence (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  training_id text not null,
  user_id text not null,
  -- Full name at that time.
  person_name text not null,
  -- Day of completion and last day of the certificate, yyyy-MM-dd; '' for none.
  done_on text not null,
  expires_on text not null default '',
  -- First instant after it, from the certificate or the training's months; null for no end.
  valid_until timestamptz,
  certificate_no text not null default '',
  -- Certificate in the list of files, and its name; null and '' for none.
  file_id text,
  file_name text not null default '',
  -- Product that reported it, and key of its call. Null if a user recorded it.
  software_id text,
  idempotency_key text,
  recorded_by text,
  recorder_name text not null default '',
  revoked_at timestamptz,
  revoked_by text,
  revoker_name text not null default '',
  revoke_reason text not null default '',
  -- Number of days before the end of the latest reminder; null if there was none.
  reminded smallint,
  primary key (tenant_id, id),
  constraint training_evidence_training foreign key (tenant_id, training_id) references training (tenant_id, id),
  constraint training_evidence_call unique (tenant_id, software_id, idempotency_key)
);

create index training_evidence_id on training_evidence (id);
-- Finds out whether a person has a training, and for the foreign key.
create index training_evidence_person on training_evidence (tenant_id, training_id, user_id);
-- For the evidence of a tenant, newest first.
create index training_evidence_register on training_evidence (tenant_id, created_at, id);
-- For evidence that ends, and for reminders.
create index training_evidence_end on training_evidence (valid_until) where valid_until is not null and revoked_at is null;

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table training_evidence enable row level security, force row level security;
create policy unconfined on training_evidence to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on training_evidence for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on training_evidence for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on training_evidence for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on training_evidence for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update on training_evidence to atrium_platform, atrium_tenant;
grant select, insert, update on training_evidence to atrium_system;
