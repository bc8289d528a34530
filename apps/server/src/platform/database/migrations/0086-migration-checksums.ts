import { type Kysely, sql } from 'kysely'

/**
 * What a start compares with its own migrations: the checksum of each that was applied, and which migration a version
 * must know to run beside one that took something away. The server reads it where its owner is not at hand.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table schema_migration add column checksum text, add column needs text`.execute(db)
  await sql`grant select on schema_migration to atrium_system`.execute(db)
}
