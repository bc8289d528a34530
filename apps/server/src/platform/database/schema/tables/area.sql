-- Regions: countries, provinces and cities, the same for all tenants.
create table area (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  -- Parent region; null for a country.
  parent_id text references area (id),
  area_name text not null,
  area_name_en text not null default '',
  area_code text not null default '',
  -- Emoji or code of the flag, for countries.
  flag text not null default '',
  sort integer not null,
  -- 1 country, 2 province, 3 city.
  level smallint not null check (level between 1 and 3)
);

create index area_parent on area (parent_id, sort);
create index area_level on area (level, sort);
-- No two regions with the same parent have names that differ only in case or width. No two regions of one level have
-- codes that do.
create unique index area_name_unique on area
  (parent_id, lower(normalize(area_name, nfkc))) nulls not distinct;
create unique index area_code_unique on area (level, lower(normalize(area_code, nfkc))) where area_code <> '';
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index area_name_unique_folded on area (parent_id, fold_text(area_name));
create index area_code_unique_folded on area (level, fold_text(area_code)) where area_code <> '';

grant select, insert, update, delete on area to atrium_platform;
grant select on area to atrium_tenant, atrium_system;
-- Locking a row requires the right to update it. This right serves no other purpose.
grant update (row_version) on area to atrium_system;
