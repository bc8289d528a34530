-- Sites that tenants have chosen, under the tenants' own names for them.
create table tenant_site (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  site_id text not null,
  -- Site's own name, which the foreign key keeps up to date, so that one index serves a search in both names.
  site_name text not null,
  nick_name text not null,
  primary key (tenant_id, id),
  constraint tenant_site_unique unique (tenant_id, site_id),
  constraint tenant_site_site foreign key (site_id, site_name)
    references site (id, site_name) on update cascade on delete restrict
);

create function tenant_site_search_text(nick text, name text) returns text
  language sql immutable strict parallel safe
  return nick || e'\n' || name;

create index tenant_site_id on tenant_site (id);
-- For foreign keys and sort orders of the list.
create index tenant_site_of_site on tenant_site (site_id, site_name);
create index tenant_site_created_at on tenant_site (created_at, id);
create index tenant_site_of_tenant on tenant_site (tenant_id, created_at, id);
-- Sort order of names: by pinyin, and Latin letters without regard to case.
create index tenant_site_by_site_name on tenant_site (site_name collate "zh-x-icu", id);
create index tenant_site_by_nick_name on tenant_site (nick_name collate "zh-x-icu", id);
create index tenant_site_of_tenant_by_site_name on tenant_site (tenant_id, site_name collate "zh-x-icu", id);
create index tenant_site_of_tenant_by_nick_name on tenant_site (tenant_id, nick_name collate "zh-x-icu", id);
-- The list is searched by these texts. The line breaks between them keep a keyword from matching across two texts.
create index tenant_site_search_folded on tenant_site
  using gin (search_runs(fold_text(tenant_site_search_text(nick_name, site_name))));

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table tenant_site enable row level security, force row level security;
create policy unconfined on tenant_site to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on tenant_site for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on tenant_site for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on tenant_site for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on tenant_site for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, delete on tenant_site to atrium_platform, atrium_tenant;
-- Products receive the names of a study's sites.
grant select on tenant_site to atrium_system;
-- The site and the tenant of a chosen site cannot be changed.
grant update (updated_at, row_version, nick_name) on tenant_site to atrium_platform, atrium_tenant;
