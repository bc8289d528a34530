import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'

/** What server processes say of themselves and of the calls that they have answered, minute by minute and hour by hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table server_process (
    id text primary key,
    host text not null,
    pid integer not null,
    version text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    busy real not null,
    memory bigint not null
  )`.execute(db)
  await sql`create index server_process_seen_at on server_process (seen_at)`.execute(db)
  // No foreign key: counts stay when their process is gone.
  await sql`create table call_count (
    period text not null check (period in ('minute', 'hour')),
    begins_at timestamptz not null,
    process_id text not null,
    area text not null,
    calls integer not null,
    errors integer not null,
    sign_ins integer not null,
    failed_sign_ins integer not null,
    primary key (period, begins_at, process_id, area)
  )`.execute(db)
  for (const table of ['server_process', 'call_count'])
    await grant(db, table, { atrium_system: everything, atrium_platform: ['select'] })
}
