-- How often each session has written, by which a replica is known to have all of it.
create table session_write (
  -- As session.token_hash, also of unknown sessions.
  session_hash text primary key,
  writes bigint not null,
  written_at timestamptz not null
);

create index session_write_written_at on session_write (written_at);

grant select, insert, update, delete on session_write to atrium_system;
