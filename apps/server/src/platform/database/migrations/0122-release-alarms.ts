import { type Kysely, sql } from 'kysely'

/** What tells reports that one person can make up from those of independent people, and when a release raised an alarm. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What the version before writes has no origin, and so counts towards no rollback.
  await sql`alter table release_person
    add column signed_in boolean not null default true,
    add column origin text,
    add column tenants text[] not null default '{}'`.execute(db)
  await sql`alter table remote_release add column alarm_at timestamptz`.execute(db)
}
