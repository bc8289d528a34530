import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { confineToTenants } from './tenant-table.ts'

/**
 * People on their way into products, each with a code that is good once and for a minute. They go with whatever they
 * name, and keep nobody from deleting it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table hand_over (
    tenant_id text not null references tenant (id) on delete cascade,
    id text not null,
    created_at timestamptz not null default now(),
    code_hash text not null,
    software_id text not null references software (id) on delete cascade,
    tenant_url_id text not null,
    study_url_id text,
    user_id text not null references app_user (id) on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, tenant_url_id) references tenant_url (tenant_id, id) on delete cascade,
    foreign key (tenant_id, study_url_id) references study_url (tenant_id, id) on delete cascade
  )`.execute(db)
  // Redeeming knows nothing but the code.
  await sql`create unique index hand_over_code on hand_over (code_hash)`.execute(db)
  await sql`create index hand_over_expires_at on hand_over (expires_at)`.execute(db)
  await sql`create index hand_over_software on hand_over (software_id)`.execute(db)
  await sql`create index hand_over_domain on hand_over (tenant_id, tenant_url_id)`.execute(db)
  await sql`create index hand_over_study on hand_over (tenant_id, study_url_id)`.execute(db)
  await sql`create index hand_over_user on hand_over (user_id)`.execute(db)
  await confineToTenants(db, 'hand_over')
  await grant(db, 'hand_over', { atrium_system: everything })
  // Products are told the names of a study's sites.
  await grant(db, 'tenant_site', { atrium_system: ['select'] })
}
