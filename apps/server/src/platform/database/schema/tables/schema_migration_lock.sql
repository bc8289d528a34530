-- Table that Kysely expects. Atrium uses an advisory lock instead.
create table schema_migration_lock (
  id character varying(255) primary key,
  is_locked integer not null default 0
);

insert into schema_migration_lock (id) values ('migration_lock');
