import { type Kysely, sql } from 'kysely'

/** Keeps what a product refused where it accepted less before, and which invitation brought an authorization. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: nobody deletes an invitation, and the version before knows of none.
  await sql`alter table product_authorization
    add column refused_grants jsonb,
    add column from_invitation_id text`.execute(db)
  await sql`alter table invitation add column made_member boolean not null default false`.execute(db)
}
