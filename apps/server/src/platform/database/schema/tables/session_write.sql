-- Number of writes of each session, which shows whether a replica has all of them.
create table session_write (
  -- Same hash as session.token_hash, but also of unknown sessions.
  session_hash text primary key,
  writes bigint not null,
  written_at timestamptz not null
);

create index session_write_written_at on session_write (written_at);

grant select, insert, update, delete on session_write to atrium_system;
