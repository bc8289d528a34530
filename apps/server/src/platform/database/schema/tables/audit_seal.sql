-- Seals of the audit trail: each is a signed hash over the events of a range of batches and over the seal
-- before.
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
  -- Events up to the end of this seal.
  total bigint,
  -- How many of its batches have no event.
  empty_batches integer
);

grant select on audit_seal to atrium_platform;
grant select, insert on audit_seal to atrium_system;
