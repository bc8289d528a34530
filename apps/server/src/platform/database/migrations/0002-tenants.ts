import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { confineToTenants, entityTable } from './tenant-table.ts'

const sortable = ['tenant_name', 'abbr', 'category_id', 'contact', 'tel', 'email', 'address', 'created_at']
const regions = ['country_id', 'province_id', 'city_id']

/** Tenants, and what row-level security compares with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A setting that a transaction has left behind is empty, one that was never made is null: both see nothing.
  await sql`create function app_tenants() returns text[] language sql stable parallel safe
    return nullif(current_setting('app.tenants', true), '')::text[]`.execute(db)
  await entityTable(
    db,
    'tenant',
    sql`
      id text primary key,
      tenant_name text not null,
      tenant_code text not null unique,
      abbr text not null,
      category_id text not null,
      contact text not null default '',
      tel text not null default '',
      email text not null default '',
      country_id text references area (id),
      province_id text references area (id),
      city_id text references area (id),
      postcode text not null default '',
      address text not null default ''`,
  )
  for (const column of [...sortable, ...regions]) {
    // The key comes last so that equal values have one order and a page can go on from a row.
    await sql`create index ${sql.id(`tenant_${column}`)} on tenant (${sql.ref(column)}, id)`.execute(db)
  }
  // No two tenants may be told apart by case or by Unicode variants alone.
  await sql`create unique index tenant_name_unique on tenant (lower(normalize(tenant_name, nfkc)))`.execute(
    db,
  )
  await sql`insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
    values ('0', '平台', '0', '平台', '')`.execute(db)
  await confineToTenants(db, 'tenant', 'id')
  await grant(db, 'tenant', {
    atrium_platform: everything,
    atrium_tenant: ['select'],
    atrium_system: ['select'],
  })
}
