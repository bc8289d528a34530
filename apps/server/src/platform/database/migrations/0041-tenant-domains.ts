import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** The addresses at which a tenant has a product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'tenant_url',
    sql`
      software_id text not null references software (id) on delete restrict,
      url_name text not null,
      url text not null,
      mobile_url text not null,
      website_url text not null default '',
      api_url text not null default '',
      remark text not null default '',
      init_started_at timestamptz,
      initialised_at timestamptz`,
  )
  await sql`create unique index tenant_url_name_unique
    on tenant_url (tenant_id, software_id, lower(normalize(url_name, nfkc)))`.execute(db)
  await sql`create index tenant_url_created on tenant_url (created_at, id)`.execute(db)
  await sql`create index tenant_url_software on tenant_url (software_id, created_at, id)`.execute(db)
  await sql`create index tenant_url_tenant on tenant_url (tenant_id, created_at, id)`.execute(db)
  await sql`create index tenant_url_by_name on tenant_url (url_name collate "zh-x-icu", id)`.execute(db)
  // A line break between the fields, so that no keyword matches across two of them.
  await sql`create function tenant_url_search_text(name text, url text, mobile text, website text, api text)
    returns text language sql immutable strict parallel safe
    return name || e'\n' || url || e'\n' || mobile || e'\n' || website || e'\n' || api`.execute(db)
  await sql`create index tenant_url_search on tenant_url
    using gin (search_runs(tenant_url_search_text(url_name, url, mobile_url, website_url, api_url)))`.execute(
    db,
  )
  await grant(db, 'tenant_url', { atrium_platform: everything, atrium_system: ['select', 'update'] })
  // What a tenant's own administrators choose among. The addresses behind the names are the platform's.
  await sql`grant select (tenant_id, id, software_id, url_name) on tenant_url to atrium_tenant`.execute(db)
}
