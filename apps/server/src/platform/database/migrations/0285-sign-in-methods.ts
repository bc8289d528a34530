import { type Kysely, sql } from 'kysely'

/** Records how a user signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column methods text[] not null default '{}'`.execute(db)
}
