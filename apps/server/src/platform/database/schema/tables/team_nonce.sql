-- Signatures that teams have already used.
create table team_nonce (
  key_id text not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (key_id, nonce)
);

create index team_nonce_expires_at on team_nonce (expires_at);

grant select, insert, update, delete on team_nonce to atrium_system;
