import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** Adds the pairs of roles that one person may not hold in one study. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'role_conflict',
    sql`
    software_id text not null,
    role_id text not null,
    role_name text not null default '',
    other_software_id text not null,
    other_role_id text not null,
    other_role_name text not null default '',
    reason text not null,
    constraint role_conflict_roles check ((software_id, role_id) <> (other_software_id, other_role_id))`,
  )
  await sql`create unique index role_conflict_unique on role_conflict (tenant_id,
  least(software_id || ' ' || role_id, other_software_id || ' ' || other_role_id),
  greatest(software_id || ' ' || role_id, other_software_id || ' ' || other_role_id))`.execute(db)
  await grant(db, 'role_conflict', {
    atrium_platform: everything,
    atrium_tenant: everything,
    atrium_system: ['select'],
  })
}
