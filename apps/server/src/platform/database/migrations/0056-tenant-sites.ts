import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/**
 * The sites that tenants have chosen, under the names that they call them by. A site's own name stands here too, so
 * that one index answers a search in both: whatever renames the site renames it here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index site_id_with_name on site (id, site_name)`.execute(db)
  await tenantTable(
    db,
    'tenant_site',
    sql`
      site_id text not null,
      site_name text not null,
      nick_name text not null,
      constraint tenant_site_unique unique (tenant_id, site_id),
      constraint tenant_site_site foreign key (site_id, site_name) references site (id, site_name)
        on update cascade on delete restrict`,
  )
  await sql`create index tenant_site_of_site on tenant_site (site_id, site_name)`.execute(db)
  await sql`create index tenant_site_created_at on tenant_site (created_at, id)`.execute(db)
  await sql`create index tenant_site_of_tenant on tenant_site (tenant_id, created_at, id)`.execute(db)
  for (const column of ['site_name', 'nick_name'])
    await sql`create index ${sql.id(`tenant_site_by_${column}`)}
      on tenant_site (${sql.ref(column)} collate "zh-x-icu", id)`.execute(db)
  // A line break between the fields, so that no keyword matches across the two.
  await sql`create function tenant_site_search_text(nick text, name text) returns text
    language sql immutable strict parallel safe return nick || e'\n' || name`.execute(db)
  await sql`create index tenant_site_search on tenant_site
    using gin (search_runs(tenant_site_search_text(nick_name, site_name)))`.execute(db)
  await grant(db, 'tenant_site', {
    atrium_platform: ['select', 'insert', 'delete'],
    atrium_tenant: ['select', 'insert', 'delete'],
  })
  // A site that was chosen stays the same one, of the same tenant.
  await sql`grant update (nick_name, row_version, updated_at) on tenant_site
    to atrium_platform, atrium_tenant`.execute(db)
}
