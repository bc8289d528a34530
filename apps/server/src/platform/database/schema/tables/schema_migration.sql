-- Migrations that this database contains. A new database starts with all migrations that these files include.
create table schema_migration (
  name character varying(255) primary key,
  -- Time of its application: ISO 8601, written by Kysely.
  timestamp character varying(255) not null,
  -- SHA-256 of the migration's file, hex. A start rejects a database whose migrations differ from its own.
  checksum text,
  -- For a migration that removes something: the migration that a version must know to run on this database.
  needs text
);

-- A server that does not migrate reads the table as this role.
grant select on schema_migration to atrium_system;
