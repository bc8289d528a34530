import { type Kysely, sql } from 'kysely'

/**
 * What the lists of messages are filtered and searched by, and when somebody had one sent again. Messages of the suite
 * itself speak for no product.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column resent_at timestamptz`.execute(db)
  await sql`update message set software_id = null
    where software_id in (select id from software where web_code = '00')
      or software_id is not null and software_id not in (select id from software)`.execute(db)
  await sql`alter table message
    add constraint message_software_id_fkey foreign key (software_id) references software (id)`.execute(db)
  await sql`create index message_software_id on message (software_id) where software_id is not null`.execute(
    db,
  )
  // Of those that have not arrived there are few, in several states.
  await sql`create index message_not_delivered on message (kind, created_at, id) where state <> 'delivered'`.execute(
    db,
  )
  await sql`create index message_subject_search on message using gin (search_runs(subject))
    where kind = 'email'`.execute(db)
}
