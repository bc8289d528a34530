import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** The holiday calendars: one of each tenant that has days of its own, and of the platform the global one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'holiday',
    sql`
      law_holidays date[] not null default '{}',
      extra_workdays date[] not null default '{}',
      constraint holiday_tenant_unique unique (tenant_id),
      constraint holiday_or_workday check (not law_holidays && extra_workdays)`,
  )
  // A calendar is a part of its tenant and keeps nobody from deleting it.
  await sql`alter table holiday drop constraint holiday_tenant_id_fkey,
    add constraint holiday_tenant_id_fkey foreign key (tenant_id) references tenant (id) on delete cascade`.execute(
    db,
  )
  await grant(db, 'holiday', {
    atrium_platform: everything,
    atrium_tenant: ['select', 'insert', 'update'],
    atrium_system: ['select'],
  })
}
