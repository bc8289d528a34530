import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** Adds requests for access, and each tenant's rules for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addRules(db)
  await addRequests(db)
}

/** Both tables end with their tenant. */
async function deleteWithTenant(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)}
    drop constraint ${sql.id(`${table}_tenant_id_fkey`)},
    add constraint ${sql.id(`${table}_tenant_id_fkey`)}
      foreign key (tenant_id) references tenant (id) on delete cascade`.execute(db)
}

async function addRules(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'access_request_rule',
    sql`
    scope text not null check (scope in ('none', 'own', 'all')),
    days integer not null check (days between 1 and 90),
    constraint access_request_rule_one_a_tenant check (id = tenant_id)`,
  )
  await deleteWithTenant(db, 'access_request_rule')
  await grant(db, 'access_request_rule', {
    atrium_platform: ['select', 'insert', 'update'],
    atrium_tenant: ['select', 'insert', 'update'],
    atrium_system: ['select'],
  })
}

async function addRequests(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'access_request',
    sql`
    study_url_id text not null,
    study_id text not null,
    software_id text not null,
    study_name text not null,
    study_code text not null,
    user_id text not null,
    tenant_user_id text not null,
    person_name text not null,
    wanted jsonb not null,
    granted jsonb,
    reason text not null,
    state text not null default 'requested'
      check (state in ('requested', 'approved', 'declined', 'withdrawn', 'expired', 'ended')),
    expires_at timestamptz not null,
    decided_by text,
    decider_name text not null default '',
    decided_at timestamptz,
    decision_reason text not null default '',
    reminded smallint`,
  )
  await deleteWithTenant(db, 'access_request')
  await sql`create index access_request_register on access_request (tenant_id, created_at, id)`.execute(db)
  await sql`create index access_request_expiry on access_request (tenant_id, expires_at, id)`.execute(db)
  await sql`create index access_request_own on access_request (user_id, created_at, id)`.execute(db)
  await sql`create unique index access_request_open on access_request
    (tenant_id, study_url_id, user_id) where state = 'requested'`.execute(db)
  await grant(db, 'access_request', {
    atrium_platform: ['select', 'update'],
    atrium_tenant: ['select', 'update'],
    atrium_system: ['select', 'insert', 'update'],
  })
}
