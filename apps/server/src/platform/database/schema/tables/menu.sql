-- Menus: groups (parent 0) and their entries.
create table menu (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  -- The name by which calls and routes know it; null for one that an administrator added.
  code text unique,
  name text not null,
  name_en text not null default '',
  description text not null default '',
  parent_id text not null default '0',
  -- Position among its siblings.
  seq integer not null,
  url text not null default '',
  icon text not null default '',
  -- 0 on, 1 off.
  status smallint not null default 0 check (status in (0, 1)),
  resource_type text not null default ''
);

create index menu_parent on menu (parent_id, seq);
-- No two names of one group differ in case or width alone.
create unique index menu_name_unique on menu (parent_id, lower(normalize(name, nfkc)));
-- Finds the same text in another case, width or kind of hyphen. Not unique: older rows may collide.
create index menu_name_unique_folded on menu (parent_id, fold_text(name));

grant select, insert, update, delete on menu to atrium_platform;
grant select on menu to atrium_tenant, atrium_system;
