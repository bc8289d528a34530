-- Tenants. Row '0' is the platform itself. Its data are readable in every tenant, and no list shows it.
create table tenant (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  tenant_name text not null,
  tenant_code text not null unique,
  abbr text not null,
  -- Dictionary entry of category 1.
  category_id text not null,
  contact text not null default '',
  tel text not null default '',
  email text not null default '',
  country_id text references area (id),
  province_id text references area (id),
  city_id text references area (id),
  postcode text not null default '',
  address text not null default ''
);

-- Inserted before row-level security is enabled, because that applies to the owner too.
insert into tenant (id, tenant_name, tenant_code, abbr, category_id) values ('0', '平台', '0', '平台', '');

create function tenant_search_text(name text, abbr text, code text, contact text) returns text
  language sql immutable strict parallel safe
  return name || e'\n' || abbr || e'\n' || code || e'\n' || contact;

-- Sort orders of the list. The id makes the order of equal values unique, so that a page can continue after a row.
create index tenant_category_id on tenant (category_id, id);
create index tenant_contact on tenant (contact, id);
create index tenant_tel on tenant (tel, id);
create index tenant_email on tenant (email, id);
create index tenant_address on tenant (address, id);
create index tenant_created_at on tenant (created_at, id);
create index tenant_country_id on tenant (country_id, id);
create index tenant_province_id on tenant (province_id, id);
create index tenant_city_id on tenant (city_id, id);
-- Sort order of names: by pinyin, and Latin letters without regard to case.
create index tenant_by_tenant_name on tenant (tenant_name collate "zh-x-icu", id);
create index tenant_by_abbr on tenant (abbr collate "zh-x-icu", id);
-- No two names differ only in case or width.
create unique index tenant_name_unique on tenant (lower(normalize(tenant_name, nfkc)));
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index tenant_name_unique_folded on tenant (fold_text(tenant_name));
-- The list is searched by these texts. The line breaks between them keep a keyword from matching across two texts.
create index tenant_search_folded on tenant
  using gin (search_runs(fold_text(tenant_search_text(tenant_name, abbr, tenant_code, contact))));

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table tenant enable row level security, force row level security;
create policy unconfined on tenant to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on tenant for select to atrium_tenant
  using (id = any ((select app_tenants())::text[]));
create policy tenant_insert on tenant for insert to atrium_tenant
  with check (id <> '0' and id = any ((select app_tenants())::text[]));
create policy tenant_update on tenant for update to atrium_tenant
  using (id <> '0' and id = any ((select app_tenants())::text[]))
  with check (id <> '0' and id = any ((select app_tenants())::text[]));
create policy tenant_delete on tenant for delete to atrium_tenant
  using (id <> '0' and id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on tenant to atrium_platform;
grant select on tenant to atrium_tenant, atrium_system;
