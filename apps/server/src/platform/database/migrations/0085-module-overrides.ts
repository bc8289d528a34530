import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'

/** Modules that run from a user's own machine, each in the pages of one session, with which it ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table module_override (
    session_hash text not null references session (token_hash) on delete cascade,
    name text not null,
    origin text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (session_hash, name)
  )`.execute(db)
  await sql`create index module_override_expires_at on module_override (expires_at)`.execute(db)
  await grant(db, 'module_override', { atrium_system: everything })
}
