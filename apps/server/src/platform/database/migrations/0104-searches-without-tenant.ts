import { type Kysely, sql } from 'kysely'

export const inTransaction = false

/**
 * Drops the indexes that those of `0102` are in the place of. The version before looks through the rows where it has not
 * them: it finds the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['tenant_user_search', 'tenant_user_name_search'])
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
}
