import { type Kysely, sql } from 'kysely'

const contacts = ['email', 'phone'] as const

/**
 * Lets several accounts have one address or number, of which at most one has verified it. The indexes of verified
 * contacts take the names of the constraints, by which either version tells the field of a duplicate.
 *
 * The version before takes any one of several accounts with the same contact. It only looks for addresses more slowly.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const contact of contacts) {
    const name = sql.id(`app_user_${contact}_key_key`)
    await sql`alter table app_user drop constraint ${name}`.execute(db)
    await sql`alter index ${sql.id(`app_user_verified_${contact}`)} rename to ${name}`.execute(db)
  }
}
