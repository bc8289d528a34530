-- Key pairs of this deployment. The private half is encrypted under SECRET_KEY.
create table server_key (
  id text primary key,
  kind text not null,
  public_key text not null,
  private_key_encrypted text not null,
  created_at timestamptz not null default now(),
  -- Time at which another key replaced it. It is deleted soon after.
  retired_at timestamptz
);

create index server_key_kind on server_key (kind, created_at);

grant select, insert, update, delete on server_key to atrium_system;
