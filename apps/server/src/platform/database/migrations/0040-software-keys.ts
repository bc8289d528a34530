import { type Kysely, sql } from 'kysely'

/**
 * A product's key may be replaced without an agreed minute: for a while the former one is good too. Lists of products
 * are put in order by name as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table software
    add column key_set_at timestamptz,
    add column former_key_encrypted text,
    add column former_key_ends_at timestamptz,
    add constraint software_former_key_ends
      check ((former_key_encrypted is null) = (former_key_ends_at is null))`.execute(db)
  await sql`create index software_created on software (created_at, id)`.execute(db)
  await sql`create index software_by_name on software (software_name collate "zh-x-icu", id)`.execute(db)
}
