import { type Kysely, sql } from 'kysely'

/** The session in which somebody set out for a product: their code is good no longer than it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table hand_over add session_hash text references session (token_hash) on delete cascade`.execute(
    db,
  )
  await sql`create index hand_over_session on hand_over (session_hash)`.execute(db)
}
