-- Sites: hospitals and other institutions where studies are run. They belong to the platform, and tenants choose
-- among them.
create table site (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  site_name text not null,
  country_id text references area (id),
  province_id text references area (id),
  city_id text references area (id),
  -- Entry of the platform's dictionary, category 11.
  level_id text not null,
  -- Entry of the platform's dictionary, category 12.
  type_id text not null,
  address text not null default '',
  remark text not null default '',
  -- 0 delivered with the platform, 1 added by a user.
  is_user_add smallint not null default 1 check (is_user_add in (0, 1))
);

-- Names are compared without case, width, spaces and punctuation. A name of only such characters is compared as it
-- is. Punctuation is that of ASCII and Latin 1, general punctuation, and that of Chinese and Japanese, except marks
-- that are read, such as 々.
create function site_name_key(name text) returns text
  language sql immutable strict parallel safe
  return coalesce(
    nullif(regexp_replace(lower(normalize(name, nfkc)), '[\s!-/:-@\[-`{-~'
      '\u00a1-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf'
      '\u2000-\u206f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb]', '', 'g'), ''),
    lower(normalize(name, nfkc)));

create function site_search_text(name text, address text) returns text
  language sql immutable strict parallel safe
  return name || e'\n' || address;

-- Sort orders and filters of the list.
create index site_created_at on site (created_at, id);
create index site_country_id on site (country_id, id);
create index site_province_id on site (province_id, id);
create index site_city_id on site (city_id, id);
create index site_level_id on site (level_id, id);
create index site_type_id on site (type_id, id);
-- Sort order of names: by pinyin, and Latin letters without regard to case.
create index site_by_site_name on site (site_name collate "zh-x-icu", id);
-- Finds sites with the same name.
create index site_name_key on site (site_name_key(site_name));
-- For the foreign key of tenant_site, which copies the name.
create unique index site_id_with_name on site (id, site_name);
-- The list is searched by these texts. The line breaks between them keep a keyword from matching across two texts.
create index site_search_folded on site
  using gin (search_runs(fold_text(site_search_text(site_name, address))));

grant select, insert, update, delete on site to atrium_platform;
grant select on site to atrium_tenant, atrium_system;
