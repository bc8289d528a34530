import { type Kysely, sql } from 'kysely'

/** Who made each account, so that all accounts of one person count as one where a release fails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // PostgreSQL does not check the rows that are there: all of them are null.
  await sql`alter table app_user add column added_by text references app_user (id)`.execute(db)
}
