import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { entityTable } from './tenant-table.ts'

const listed = ['site_name', 'created_at']
const referring = ['country_id', 'province_id', 'city_id', 'level_id', 'type_id']

/** Sites: the platform's, among which tenants choose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await entityTable(
    db,
    'site',
    sql`
      id text primary key,
      site_name text not null,
      country_id text references area (id),
      province_id text references area (id),
      city_id text references area (id),
      level_id text not null,
      type_id text not null,
      address text not null default '',
      remark text not null default '',
      is_user_add smallint not null default 1 check (is_user_add in (0, 1))`,
  )
  for (const column of [...listed, ...referring]) {
    await sql`create index ${sql.id(`site_${column}`)} on site (${sql.ref(column)}, id)`.execute(db)
  }
  await sql`create index site_namesake on site (lower(normalize(site_name, nfkc)))`.execute(db)
  // A line break between the fields, so that no keyword matches across the two.
  await sql`create function site_search_text(name text, address text) returns text
    language sql immutable strict parallel safe return name || e'\n' || address`.execute(db)
  await sql`create index site_search on site
    using gin (search_runs(site_search_text(site_name, address)))`.execute(db)
  await grant(db, 'site', {
    atrium_platform: everything,
    atrium_tenant: ['select'],
    atrium_system: ['select'],
  })
}
