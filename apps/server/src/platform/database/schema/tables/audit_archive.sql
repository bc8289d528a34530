-- Partitions of the trail that were archived and removed from the database.
create table audit_archive (
  -- Name of the partition, such as audit_event_2027_01.
  name text primary key,
  from_batch integer not null,
  to_batch integer not null,
  events bigint not null,
  -- SHA-256 of its events as archived, uncompressed. Hex.
  sha256 text not null,
  -- Seals that the partition covers: as ranges if it has all events of a seal, otherwise with the number of events.
  seals jsonb not null,
  -- Ed25519, base64url.
  signature text not null,
  archived_at timestamptz not null
);

grant select on audit_archive to atrium_platform, atrium_system;
