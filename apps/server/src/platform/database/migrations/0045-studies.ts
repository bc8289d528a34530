import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** Studies, the products that they are run in, and who is authorized there: what licences are counted by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'study',
    sql`
      study_name text not null,
      study_code text not null,
      plan_code text not null,
      principal text not null,
      name_abbr text not null,
      fame_full text not null,
      sponsor text not null default '',
      study_scope_id text,
      product_type_id text,
      research_stage_id text,
      research_type_id text,
      therapeutic_area_id text,
      indication text not null default '',
      product_info text not null default '',
      drug_info text not null default '',
      design_info text not null default '',
      department text not null default '',
      start_time date,
      end_time date,
      duration_time text not null default '',
      study_status_id text,
      partner text not null default '',
      site_count integer not null check (site_count >= 0),
      patient_count integer not null check (patient_count >= 0),
      constraint study_period check (start_time < end_time)`,
  )
  await tenantTable(
    db,
    'study_url',
    sql`
      study_id text not null,
      software_id text not null references software (id) on delete restrict,
      tenant_url_id text not null,
      role_api_request text not null default '',
      role_api_response text not null default '',
      constraint study_url_unique unique (tenant_id, study_id, software_id),
      foreign key (tenant_id, study_id) references study (tenant_id, id),
      foreign key (tenant_id, tenant_url_id) references tenant_url (tenant_id, id)`,
  )
  await sql`create index study_url_software on study_url (software_id, tenant_id)`.execute(db)
  await sql`create index study_url_domain on study_url (tenant_id, tenant_url_id)`.execute(db)
  await tenantTable(
    db,
    'study_user',
    sql`
      study_url_id text not null,
      study_site_id text,
      tenant_user_id text,
      invitation_id text,
      constraint study_user_one check (num_nonnulls(tenant_user_id, invitation_id) = 1),
      constraint study_user_unique unique nulls not distinct
        (tenant_id, study_url_id, study_site_id, tenant_user_id, invitation_id),
      foreign key (tenant_id, study_url_id) references study_url (tenant_id, id),
      foreign key (tenant_id, tenant_user_id) references tenant_user (tenant_id, id),
      foreign key (tenant_id, invitation_id) references invitation (tenant_id, id)`,
  )
  await sql`create index study_user_person on study_user (tenant_id, tenant_user_id)`.execute(db)
  await sql`create index study_user_invitation on study_user (tenant_id, invitation_id)`.execute(db)
  for (const table of ['study', 'study_url', 'study_user']) {
    await grant(db, table, {
      atrium_platform: everything,
      atrium_tenant: everything,
      atrium_system: ['select'],
    })
  }
  // Whoever accepts an invitation has no session yet.
  await grant(db, 'study_user', { atrium_system: ['insert', 'update'] })
}
