import { type Kysely, sql } from 'kysely'

/**
 * Binds each code to the page for which it was made, so the page for phones gets a code of its own. Rows written by the
 * version before have neither column, and expire within a minute.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hand_over
    add column address text,
    add column mobile_code_hash text,
    add column mobile_address text`.execute(db)
  // Rows live for a minute, so building it blocks nobody for long.
  await sql`create index hand_over_mobile_code on hand_over (mobile_code_hash)`.execute(db)
}
