-- Domains: the addresses at which a tenant has a product. A tenant may have several for one product, such as one for
-- training.
create table tenant_url (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  software_id text not null references software (id) on delete restrict,
  url_name text not null,
  -- Opened on a computer.
  url text not null,
  -- Opened on a phone.
  mobile_url text not null,
  website_url text not null default '',
  -- URL at which the server calls the product; '' if it does not.
  api_url text not null default '',
  remark text not null default '',
  -- Time of the last request to the product to prepare itself for the tenant.
  init_started_at timestamptz,
  initialised_at timestamptz,
  -- Tenants may know whether there is an address, but not the address itself.
  has_api boolean not null generated always as (api_url <> '') stored,
  -- URLs to which a sign-in by OpenID Connect may return.
  redirect_urls text[] not null default '{}',
  -- URLs to which the browser may go after signing out.
  signed_out_urls text[] not null default '{}',
  -- URL that is notified when a user signs out; '' if there is none.
  logout_url text not null default '',
  primary key (tenant_id, id)
);

create function tenant_url_search_text(name text, url text, mobile text, website text, api text) returns text
  language sql immutable strict parallel safe
  return name || e'\n' || url || e'\n' || mobile || e'\n' || website || e'\n' || api;

create index tenant_url_id on tenant_url (id);
-- Sort orders of the list: for all tenants, for one product and for one tenant.
create index tenant_url_created on tenant_url (created_at, id);
create index tenant_url_software on tenant_url (software_id, created_at, id);
create index tenant_url_tenant on tenant_url (tenant_id, created_at, id);
-- Sort order of names: by pinyin, and Latin letters without regard to case.
create index tenant_url_by_name on tenant_url (url_name collate "zh-x-icu", id);
-- No two names for one product of a tenant differ only in case or width.
create unique index tenant_url_name_unique on tenant_url
  (tenant_id, software_id, lower(normalize(url_name, nfkc)));
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index tenant_url_name_unique_folded on tenant_url (tenant_id, software_id, fold_text(url_name));
-- The list is searched by these texts. The line breaks between them keep a keyword from matching across two texts.
create index tenant_url_search_folded on tenant_url
  using gin (search_runs(fold_text(tenant_url_search_text(url_name, url, mobile_url, website_url, api_url))));

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table tenant_url enable row level security, force row level security;
create policy unconfined on tenant_url to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on tenant_url for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on tenant_url for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on tenant_url for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on tenant_url for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on tenant_url to atrium_platform;
grant select, update on tenant_url to atrium_system;
-- Columns from which a tenant's administrators choose a domain. They do not see the addresses.
grant select (tenant_id, id, software_id, url_name, has_api) on tenant_url to atrium_tenant;
