-- Files that products store. Their contents are in the file store. A file is never changed.
create table file (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  file_name text not null,
  -- Size in bytes.
  size bigint not null check (size >= 0),
  -- Hex.
  sha256 text not null,
  content_type text not null,
  -- Random key of the content in the store.
  content_key text not null,
  software_id text not null references software (id) on delete restrict,
  -- If a product tries again with the same key, no second file is created.
  idempotency_key text not null,
  primary key (tenant_id, id),
  constraint file_idempotency_unique unique (software_id, idempotency_key)
);

create index file_id on file (id);
-- Sort orders of the list.
create index file_by_created_at on file (created_at, id);
create index file_by_size on file (size, id);
create index file_of_software on file (software_id, created_at, id);
-- Sort order of names: by pinyin, and Latin letters without regard to case.
create index file_by_file_name on file (file_name collate "zh-x-icu", id);
-- Not unique, for the same reason as in invitation.sql.
create index file_by_content_key on file (content_key);
-- The list is searched by this text.
create index file_search_folded on file using gin (search_runs(fold_text(file_name)));

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table file enable row level security, force row level security;
create policy unconfined on file to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on file for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on file for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on file for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on file for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select on file to atrium_platform;
grant select, insert on file to atrium_system;
