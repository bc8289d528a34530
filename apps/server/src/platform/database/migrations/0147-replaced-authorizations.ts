import { type Kysely, sql } from 'kysely'

/** Keeps which authorizations of a user a change of grants ends once the product accepts it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table product_authorization
    add column replaced_study_user_ids text[] not null default '{}'`.execute(db)
}
