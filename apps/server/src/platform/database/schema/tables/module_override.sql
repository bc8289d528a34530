-- Modules that run from a user's own machine, in the pages of one session.
create table module_override (
  session_hash text not null references session (token_hash) on delete cascade,
  -- Name as in remote_module.
  name text not null,
  -- Origin on the user's machine.
  origin text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (session_hash, name)
);

create index module_override_expires_at on module_override (expires_at);

grant select, insert, update, delete on module_override to atrium_system;
