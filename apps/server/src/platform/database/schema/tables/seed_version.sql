-- Versions of the rows that the product itself delivers, so that a start writes only what has changed.
create table seed_version (
  name text primary key,
  version text not null,
  updated_at timestamptz not null default now()
);

grant select, insert, update on seed_version to atrium_platform;
grant select on seed_version to atrium_system;
