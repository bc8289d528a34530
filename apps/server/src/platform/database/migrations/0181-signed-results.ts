import { type Kysely, sql } from 'kysely'

/** Finds the signature on the result of an access review. The table is new, so building the index takes no time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index signature_entity on signature (tenant_id, entity, entity_id)`.execute(db)
}
