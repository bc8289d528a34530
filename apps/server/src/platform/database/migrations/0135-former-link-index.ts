import { type Kysely, sql } from 'kysely'

export const inTransaction = false

/** An index by which a replaced link finds its invitation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // An interrupted build leaves an invalid index.
  await sql`drop index concurrently if exists invitation_former_keys`.execute(db)
  await sql`create index concurrently invitation_former_keys on invitation using gin (former_key_hashes)`.execute(
    db,
  )
}
