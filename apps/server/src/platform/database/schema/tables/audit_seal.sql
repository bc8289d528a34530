-- Seals of the audit trail. Each is a signed hash over the events of a range of batches and over the previous seal.
create table audit_seal (
  number integer primary key,
  from_batch integer not null,
  to_batch integer not null,
  events integer not null,
  -- SHA-256, hex.
  hash text not null,
  previous_hash text not null,
  -- Ed25519, base64url.
  signature text not null,
  sealed_at timestamptz not null,
  -- Version of the format.
  form integer not null,
  -- Number of events up to the end of this seal.
  total bigint,
  -- Number of batches without events.
  empty_batches integer
);

create index audit_seal_to_batch on audit_seal (to_batch);

grant select on audit_seal to atrium_platform;
grant select, insert on audit_seal to atrium_system;
