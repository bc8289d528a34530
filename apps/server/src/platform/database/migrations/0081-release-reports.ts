import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'

/** What browsers report of releases: counts an hour, alike failures as one, and whom they came to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table release_hour (
    name text not null,
    version text not null,
    hour timestamptz not null,
    loads integer not null default 0,
    failures integer not null default 0,
    ready integer[] not null default '{}',
    lcp integer[] not null default '{}',
    inp integer[] not null default '{}',
    cls integer[] not null default '{}',
    primary key (name, version, hour)
  )`.execute(db)
  await sql`create index release_hour_hour on release_hour (hour)`.execute(db)
  await sql`create table release_person (
    name text not null,
    version text not null,
    person text not null,
    seen_at timestamptz not null,
    failed_at timestamptz,
    primary key (name, version, person)
  )`.execute(db)
  await sql`create index release_person_of_release on release_person (name, version, seen_at) include (failed_at)`.execute(
    db,
  )
  await sql`create index release_person_seen_at on release_person (seen_at)`.execute(db)
  await sql`create table release_error (
    id text primary key,
    name text not null,
    version text not null,
    stage text not null,
    status integer not null,
    detail text not null,
    count bigint not null default 0,
    persons integer not null default 0,
    first_time timestamptz not null,
    last_time timestamptz not null,
    browser text not null default ''
  )`.execute(db)
  await sql`create index release_error_of_release on release_error (name, last_time desc, id)`.execute(db)
  await sql`create index release_error_last_time on release_error (last_time)`.execute(db)
  await sql`create table release_error_person (
    error_id text not null references release_error (id) on delete cascade,
    person text not null,
    seen_at timestamptz not null default now(),
    primary key (error_id, person)
  )`.execute(db)
  await sql`create index release_error_person_person on release_error_person (person)`.execute(db)
  await sql`create index release_error_person_seen_at on release_error_person (seen_at)`.execute(db)
  for (const table of ['release_hour', 'release_person', 'release_error'])
    await grant(db, table, { atrium_system: everything, atrium_platform: ['select'] })
  await grant(db, 'release_error_person', { atrium_system: everything })
}
