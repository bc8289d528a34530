import { type Kysely, sql } from 'kysely'

export const inTransaction = false

/** The indexes of tenant users' texts with the tenant as one more run, each with the text that it is over. */
const indexes = [
  ['tenant_user_search_by_tenant', sql`user_search_text(full_name, email, phone, phone_key)`],
  ['tenant_user_name_search_by_tenant', sql`user_name_key`],
] as const

/** Builds them beside those that are there, which `0104` drops. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, text] of indexes) {
    // One that was broken off is left invalid.
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create index concurrently ${sql.id(name)} on tenant_user
      using gin ((tenant_run(tenant_id) || search_runs(${text})))`.execute(db)
  }
  // What is known of an expression is gathered once it is indexed.
  await sql`analyze tenant_user`.execute(db)
}
