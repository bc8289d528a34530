import { type Kysely, sql } from 'kysely'

const sortable = ['full_name', 'user_name_key', 'email', 'phone', 'status', 'created_at']

/** What makes a list of a million users quick to search and to put in order, and what giving them passwords needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A line break between the fields, so that no keyword matches across two of them. A number is also found as
  // digits alone, whatever it is written with.
  await sql`create function user_search_text(name text, email text, phone text, phone_key text) returns text
    language sql immutable parallel safe
    return name || e'\n' || email || e'\n' || phone || e'\n' || coalesce(nullif(phone_key, phone), '')`.execute(
    db,
  )
  await sql`create index app_user_search on app_user
    using gin (search_runs(user_search_text(full_name, email, phone, phone_key)))`.execute(db)
  await sql`create index app_user_name_search on app_user using gin (search_runs(user_name_key))`.execute(db)
  await sql`drop index app_user_created_at`.execute(db)
  for (const column of sortable) {
    // The key comes last so that equal values have one order. Most lists leave special users out: an index without
    // them spares a late page a look at the type of every user before it.
    const order = sql`(${sql.ref(column)}, id)`
    await sql`create index ${sql.id(`app_user_list_${column}`)} on app_user ${order}`.execute(db)
    await sql`create index ${sql.id(`app_user_normal_${column}`)} on app_user ${order}
      where user_type = '0'`.execute(db)
  }
  await sql`alter table app_user add column password_valid_until timestamptz`.execute(db)
  // Nothing is ever changed by it, but a row can only be locked, so that it stays, with a right to change it.
  await sql`grant update (row_version) on role, area to atrium_system`.execute(db)
}
