import { type Kysely, sql } from 'kysely'

/**
 * Keeps the hashes of links that a newer invitation e-mail has replaced, so that such a link says so. The version before
 * replaces links without keeping them: those stay unknown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitation add column former_key_hashes text[] not null default '{}'`.execute(db)
}
