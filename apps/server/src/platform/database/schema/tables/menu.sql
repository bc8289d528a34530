-- Menus: groups (parent 0) and their entries.
create table menu (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  -- Name by which calls and routes identify the menu; null if an administrator added it.
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
-- No two names in one group differ only in case or width.
create unique index menu_name_unique on menu (parent_id, lower(normalize(name, nfkc)));
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index menu_name_unique_folded on menu (parent_id, fold_text(name));

grant select, insert, update, delete on menu to atrium_platform;
grant select on menu to atrium_tenant, atrium_system;
