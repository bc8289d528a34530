import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** What tenants may use of the products, one row a tenant and product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'tenant_software',
    sql`
      software_id text not null references software (id) on delete restrict,
      time_enable boolean not null default false,
      start_time date,
      end_time date,
      study_enable boolean not null default false,
      max_study integer not null default 1 check (max_study >= 1),
      user_enable boolean not null default false,
      max_user integer not null default 1 check (max_user >= 1),
      is_enable boolean not null default true,
      reminded_end date,
      reminded_days smallint,
      constraint tenant_software_unique unique (tenant_id, software_id),
      constraint tenant_software_period check (
        case when time_enable
          then start_time is not null and end_time is not null and start_time <= end_time
          else start_time is null and end_time is null
        end)`,
  )
  for (const column of ['created_at', 'end_time']) {
    await sql`create index ${sql.id(`tenant_software_${column}`)}
      on tenant_software (${sql.ref(column)}, id)`.execute(db)
    await sql`create index ${sql.id(`tenant_software_software_${column}`)}
      on tenant_software (software_id, ${sql.ref(column)}, id)`.execute(db)
  }
  await grant(db, 'tenant_software', {
    atrium_platform: everything,
    atrium_tenant: ['select'],
    atrium_system: ['select'],
  })
  // A row can only be locked, as those who claim a place of it do one after the other, with a right to change it.
  await sql`grant update (row_version) on tenant_software to atrium_tenant`.execute(db)
  await sql`grant update (row_version, reminded_end, reminded_days) on tenant_software to atrium_system`.execute(
    db,
  )
}
