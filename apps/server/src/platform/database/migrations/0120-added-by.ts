import { type Kysely, sql } from 'kysely'

/** Who made each account, so that all accounts of one person count as one where a release fails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: nobody deletes a user, and the version before knows of none.
  await sql`alter table app_user add column added_by text`.execute(db)
}
