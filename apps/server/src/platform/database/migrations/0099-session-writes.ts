import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'

/** How often each session has written something, by which a replica is known to have all of that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table session_write (
    session_hash text primary key,
    writes bigint not null,
    written_at timestamptz not null
  )`.execute(db)
  await sql`create index session_write_written_at on session_write (written_at)`.execute(db)
  await grant(db, 'session_write', { atrium_system: everything })
}
