import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** Adds which changes need a reason, and the reasons to choose from: those of the platform and of each tenant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'change_reason_policy',
    sql`
    follows boolean not null default false,
    kinds text[] not null,
    reasons jsonb not null,
    constraint change_reason_policy_one_a_tenant check (id = tenant_id)`,
  )
  await sql`alter table change_reason_policy
    drop constraint change_reason_policy_tenant_id_fkey,
    add constraint change_reason_policy_tenant_id_fkey
      foreign key (tenant_id) references tenant (id) on delete cascade`.execute(db)
  await grant(db, 'change_reason_policy', {
    atrium_platform: ['select', 'insert', 'update', 'delete'],
    atrium_tenant: ['select', 'insert', 'update'],
    atrium_system: ['select'],
  })
}
