import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { entityTable } from './tenant-table.ts'

/** Countries, provinces and cities: the same for all tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await entityTable(
    db,
    'area',
    sql`
      id text primary key,
      parent_id text references area (id),
      area_name text not null,
      area_name_en text not null default '',
      area_code text not null default '',
      flag text not null default '',
      sort integer not null,
      level smallint not null check (level between 1 and 3)`,
  )
  await sql`create index area_parent on area (parent_id, sort)`.execute(db)
  await sql`create index area_level on area (level, sort)`.execute(db)
  await grant(db, 'area', {
    atrium_platform: everything,
    atrium_tenant: ['select'],
    atrium_system: ['select'],
  })
}
