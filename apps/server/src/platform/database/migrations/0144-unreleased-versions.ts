import { type Kysely, sql } from 'kysely'

export const contract = {
  reason: 'no version from 0.1.0 on calls either function: only unreleased versions before 0023 did',
  needs: '0085-module-overrides',
}

/** Drops what only versions before the first release used: two functions, and the index that `0034` replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local role atrium_definer`.execute(db)
  await sql`drop function find_session(text)`.execute(db)
  await sql`set local role none`.execute(db)
  await sql`drop function held_menus(text[])`.execute(db)
  await sql`drop index site_namesake`.execute(db)
}
