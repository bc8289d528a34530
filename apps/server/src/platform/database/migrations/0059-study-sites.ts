import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/**
 * The sites of studies, among those that their tenants have chosen. Authorizations that name a site name one of these:
 * nothing could make such rows before, and what names another is an authorization for nowhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'study_site',
    sql`
      study_id text not null,
      tenant_site_id text not null,
      code text not null,
      nick_name text not null default '',
      address text not null default '',
      remark text not null default '',
      constraint study_site_unique unique (tenant_id, study_id, tenant_site_id),
      foreign key (tenant_id, study_id) references study (tenant_id, id),
      foreign key (tenant_id, tenant_site_id) references tenant_site (tenant_id, id)`,
  )
  await sql`create index study_site_site on study_site (tenant_id, tenant_site_id)`.execute(db)
  await sql`delete from study_user where study_site_id is not null`.execute(db)
  await sql`create index study_user_site on study_user (tenant_id, study_site_id)`.execute(db)
  await sql`alter table study_user add constraint study_user_study_site
    foreign key (tenant_id, study_site_id) references study_site (tenant_id, id)`.execute(db)
  await grant(db, 'study_site', {
    atrium_platform: everything,
    atrium_tenant: everything,
    atrium_system: ['select'],
  })
}
