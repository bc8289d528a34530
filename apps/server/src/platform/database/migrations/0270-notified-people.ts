import { type Kysely, sql } from 'kysely'

/** Adds the numbers of people to calls that notify a product of their rights. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table product_call
    add column people integer,
    add column confirmed integer`.execute(db)
}
