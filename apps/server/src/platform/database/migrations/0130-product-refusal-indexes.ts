import { type Kysely, sql } from 'kysely'

export const inTransaction = false

const refused = sql`state = 'refused' or refused_grants is not null`

const indexes = [
  ['product_authorization_refused', sql`(tenant_id, updated_at, id) where ${refused}`],
  ['product_authorization_refused_grantor', sql`(granted_by) where ${refused}`],
  ['product_authorization_origin', sql`(tenant_id, from_invitation_id) where from_invitation_id is not null`],
] as const

/** Indexes for the refusals of a tenant, of whoever granted what was refused, and for what an invitation brought. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, what] of indexes) {
    // An interrupted build leaves an invalid index.
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create index concurrently ${sql.id(name)} on product_authorization ${what}`.execute(db)
  }
}
