import { type Kysely, sql } from 'kysely'

/**
 * Keeps who granted what somebody may do in a product, so that nobody accepts their own grant. A row of the version
 * before has no grantor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table product_authorization add column granted_by text`.execute(db)
}
