import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** What the PINs of tenants are like: one row of each tenant that has saved it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'tenant_pin',
    sql`
      pin_rule smallint not null check (pin_rule between 1 and 3),
      pin_length smallint not null check (pin_length between 6 and 8),
      pin_notice_type smallint not null check (pin_notice_type between 1 and 2),
      pin_duration integer not null check (pin_duration >= 0),
      constraint tenant_pin_one_a_tenant check (id = tenant_id)`,
  )
  // The settings are a part of their tenant and keep nobody from deleting it.
  await sql`alter table tenant_pin drop constraint tenant_pin_tenant_id_fkey,
    add constraint tenant_pin_tenant_id_fkey foreign key (tenant_id) references tenant (id) on delete cascade`.execute(
    db,
  )
  await grant(db, 'tenant_pin', {
    atrium_platform: everything,
    atrium_tenant: ['select', 'insert', 'update'],
  })
}
