import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { entityTable, tenantTable } from './tenant-table.ts'

/** Modules that teams release by themselves: which release of each counts, for whom, and what browsers say of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await entityTable(
    db,
    'remote_module',
    sql`
      id text primary key,
      active text not null default '',
      previous text not null default '',
      suite_version text not null default '',
      share_version text not null default '',
      share_percentage integer not null default 0 check (share_percentage between 0 and 99),
      rolled_back_from text not null default '',
      rolled_back_at timestamptz,
      constraint remote_module_share check ((share_version = '') = (share_percentage = 0))`,
  )
  await sql`create table remote_release (
    created_at timestamptz not null default now(),
    id text not null unique,
    name text not null references remote_module (id),
    version text not null,
    sequence bigint generated always as identity,
    routes text[] not null,
    address text not null,
    integrity text not null,
    size bigint not null,
    needs jsonb not null,
    signed_by text not null,
    rolled_back_at timestamptz,
    primary key (name, version)
  )`.execute(db)
  await sql`create index remote_release_sequence on remote_release (name, sequence desc)`.execute(db)
  await tenantTable(
    db,
    'tenant_release',
    sql`
      name text not null references remote_module (id),
      mode text not null check (mode in ('follow', 'pinned', 'validated')),
      version text not null default '',
      accepted_at timestamptz,
      accepted_by text not null default '',
      constraint tenant_release_one_a_module unique (tenant_id, name),
      constraint tenant_release_version check ((mode = 'follow') = (version = ''))`,
  )
  await sql`alter table tenant_release drop constraint tenant_release_tenant_id_fkey,
    add constraint tenant_release_tenant_id_fkey foreign key (tenant_id) references tenant (id) on delete cascade`.execute(
    db,
  )
  await sql`create index tenant_release_held on tenant_release (name, version)`.execute(db)
  await sql`create table team_nonce (
    key_id text not null,
    nonce text not null,
    expires_at timestamptz not null,
    primary key (key_id, nonce)
  )`.execute(db)
  await sql`create index team_nonce_expires_at on team_nonce (expires_at)`.execute(db)
  const read = ['select'] as const
  const change = ['select', 'update'] as const
  for (const table of ['remote_module', 'remote_release'])
    await grant(db, table, { atrium_system: everything, atrium_platform: change, atrium_tenant: read })
  await grant(db, 'tenant_release', {
    atrium_system: ['select'],
    atrium_platform: ['select', 'insert', 'update', 'delete'],
    atrium_tenant: ['select', 'insert', 'update'],
  })
  await grant(db, 'team_nonce', { atrium_system: everything })
}
