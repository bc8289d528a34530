-- Roles: sets of menus that users have on the platform or in a tenant. Roles belong to no tenant.
create table role (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  name text not null,
  name_en text not null default '',
  description text not null default '',
  -- 0 on, 1 off.
  status smallint not null default 0 check (status in (0, 1)),
  -- 1 system, 2 tenant.
  role_type smallint not null check (role_type in (1, 2)),
  -- 0 yes: the role has every menu of its type. 1 no.
  super_admin smallint not null default 1 check (super_admin in (0, 1)),
  description_en text not null default ''
);

-- Sort orders of the list.
create index role_name on role (name, id);
create index role_role_type on role (role_type, id);
create index role_created_at on role (created_at, id);
-- No two names of one type differ only in case or width.
create unique index role_name_unique on role (role_type, lower(normalize(name, nfkc)));
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index role_name_unique_folded on role (role_type, fold_text(name));

grant select, insert, update, delete on role to atrium_platform;
grant select on role to atrium_tenant, atrium_system;
-- Locking a row requires the right to update it. This right serves no other purpose.
grant update (row_version) on role to atrium_system;
