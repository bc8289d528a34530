import { type Kysely, sql } from 'kysely'

export const inTransaction = false

const indexes = [
  ['app_user_verified_email', sql`unique`, sql`(email_key) where email_valid = 0`],
  ['app_user_verified_phone', sql`unique`, sql`(phone_key) where phone_valid = 0`],
  // A sign-in by SMS also looks for the only account that has a number.
  ['app_user_phone', sql``, sql`(phone_key)`],
] as const

/** Makes verified contacts unique, beside the constraints of `0005` on all contacts, which `0112` drops. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, unique, columns] of indexes) {
    // One that was broken off is left invalid.
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create ${unique} index concurrently ${sql.id(name)} on app_user ${columns}`.execute(db)
  }
}
