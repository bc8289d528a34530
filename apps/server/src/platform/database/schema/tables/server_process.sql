-- Server processes, as they last reported.
create table server_process (
  id text primary key,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Share of the time since the last report in which the process could accept no other work, 0 to 1.
  busy real not null,
  -- In bytes.
  memory bigint not null
);

create index server_process_seen_at on server_process (seen_at);

grant select on server_process to atrium_platform;
grant select, insert, update, delete on server_process to atrium_system;
