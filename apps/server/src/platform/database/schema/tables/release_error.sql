-- Kinds of failures of a release.
create table release_error (
  -- Derived from everything that distinguishes this kind from others.
  id text primary key,
  name text not null,
  version text not null,
  stage text not null,
  status integer not null,
  detail text not null,
  count bigint not null default 0,
  -- Number of people affected. A person counts again after a day.
  persons integer not null default 0,
  first_time timestamptz not null,
  last_time timestamptz not null,
  browser text not null default ''
);

create index release_error_of_release on release_error (name, last_time desc, id);
create index release_error_last_time on release_error (last_time);

grant select on release_error to atrium_platform;
grant select, insert, update, delete on release_error to atrium_system;
