import { type Kysely, sql } from 'kysely'

export const inTransaction = false

const outdated = [
  ...['tenant_search', 'site_search', 'tenant_site_search', 'tenant_url_search', 'study_search'],
  ...['study_name_search', 'app_user_search', 'tenant_user_search_by_tenant', 'file_search'],
]

/**
 * Drops the search indexes that those of `0138` replace. The version before finds the same without them, by looking
 * through the rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of outdated) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
}
