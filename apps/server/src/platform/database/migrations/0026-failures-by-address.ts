import { type Kysely, sql } from 'kysely'

/** Failures of an address, counted by the day, and the end of the devices that a user is known by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table login_failure add column counted_since timestamptz not null default now()`.execute(db)
  await sql`alter table app_user add column devices_since timestamptz`.execute(db)
}
