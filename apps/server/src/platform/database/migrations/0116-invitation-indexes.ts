import { type Kysely, sql } from 'kysely'

export const inTransaction = false

const indexes = [
  ['invitation_created', sql`(tenant_id, created_at, id)`],
  ['invitation_status', sql`(tenant_id, status, created_at, id)`],
  ['invitation_search', sql`using gin (search_runs(email_key))`],
] as const

/** Indexes for the list of a tenant's invitations: its order, its status filter and its search. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, what] of indexes) {
    // An interrupted build leaves an invalid index.
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create index concurrently ${sql.id(name)} on invitation ${what}`.execute(db)
  }
  // Statistics of an indexed expression are only gathered once the index is there.
  await sql`analyze invitation`.execute(db)
}
