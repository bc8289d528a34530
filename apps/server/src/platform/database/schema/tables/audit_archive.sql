-- Partitions of the trail that were archived and are no longer in the database.
create table audit_archive (
  -- Of the partition, such as audit_event_2027_01.
  name text primary key,
  from_batch integer not null,
  to_batch integer not null,
  events bigint not null,
  -- Of its events as the archive has them, uncompressed. Hex.
  sha256 text not null,
  -- The seals that it covers: as ranges where it has all events of a seal, else with the number of events.
  seals jsonb not null,
  -- Ed25519, base64url.
  signature text not null,
  archived_at timestamptz not null
);

grant select on audit_archive to atrium_platform, atrium_system;
