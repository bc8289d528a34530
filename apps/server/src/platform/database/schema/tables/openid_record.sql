-- What the OpenID provider remembers between requests: its sessions, interactions, grants, codes, tokens and pushed
-- requests. Ids are credentials, so only their hashes are stored, and payloads are encrypted under SECRET_KEY.
create table openid_record (
  kind text not null,
  -- SHA-256 of the id, hex.
  id_hash text not null,
  payload_encrypted text not null,
  -- SHA-256 of the grant's id, hex. Codes and tokens end with their grant.
  grant_hash text,
  -- Id of a session that its codes and tokens name; not a credential.
  uid text,
  expires_at timestamptz not null,
  -- Time at which a code or a pushed request was used.
  consumed_at timestamptz,
  primary key (kind, id_hash)
);

create index openid_record_expires_at on openid_record (expires_at);
create index openid_record_grant on openid_record (grant_hash) where grant_hash is not null;
create unique index openid_record_uid on openid_record (uid) where uid is not null;

grant select, insert, update, delete on openid_record to atrium_system;
