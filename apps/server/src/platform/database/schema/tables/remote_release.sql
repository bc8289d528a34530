-- Releases of modules. The rest of the manifest is in the release's files.
create table remote_release (
  created_at timestamptz not null default now(),
  -- <name>@<version>.
  id text not null unique,
  name text not null references remote_module (id),
  version text not null,
  -- Number in the order of arrival.
  sequence bigint generated always as identity,
  routes text[] not null,
  -- Address of the manifest: absolute, or a path on this server.
  address text not null,
  -- Integrity of the manifest: sha384-….
  integrity text not null,
  -- Total size of all files, in bytes.
  size bigint not null,
  needs jsonb not null,
  -- 'suite', or the id of the team's key.
  signed_by text not null,
  rolled_back_at timestamptz,
  alarm_at timestamptz,
  primary key (name, version)
);

create index remote_release_sequence on remote_release (name, sequence desc);

grant select, update on remote_release to atrium_platform;
grant select on remote_release to atrium_tenant;
grant select, insert, update, delete on remote_release to atrium_system;
