-- Entries of the data dictionary, of the platform (tenant 0) and of tenants.
create table dictionary (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  category_id text not null references dictionary_category (code),
  dic_name text not null,
  dic_name_en text not null default '',
  dic_code text not null,
  sort integer not null,
  -- Number shown beside the name.
  dic_num text not null default '',
  -- Abbreviation.
  abb text not null default '',
  extend text not null default '',
  description text not null default '',
  -- Parent entry, of the same tenant; null at the top level.
  parent_id text,
  child_code text not null default '',
  primary key (tenant_id, id),
  constraint dictionary_code_unique unique nulls not distinct (tenant_id, category_id, parent_id, dic_code),
  foreign key (tenant_id, parent_id) references dictionary (tenant_id, id)
);

create index dictionary_id on dictionary (id);
create index dictionary_list on dictionary (tenant_id, category_id, sort, id);
create index dictionary_category_id on dictionary (category_id);
create index dictionary_parent on dictionary (tenant_id, parent_id);
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index dictionary_code_unique_folded on dictionary
  (tenant_id, category_id, parent_id, fold_text(dic_code));

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table dictionary enable row level security, force row level security;
create policy unconfined on dictionary to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on dictionary for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on dictionary for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on dictionary for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on dictionary for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on dictionary to atrium_platform, atrium_tenant;
grant select on dictionary to atrium_system;
-- For accepting an invitation, which locks the entries that it names. Locking a row requires the right to update it,
-- and this right serves no other purpose.
grant update (row_version) on dictionary to atrium_system;
