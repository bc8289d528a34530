import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** Invitations into tenants. The key is in the e-mail alone; here is its hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'invitation',
    sql`
      key_hash text not null unique,
      email text not null,
      email_key text not null,
      language text not null,
      role_id text references role (id),
      type_id text,
      position_id text,
      payload jsonb not null default '{}',
      status text not null default 'pending' check (status in ('pending', 'accepted', 'withdrawn')),
      expires_at timestamptz not null,
      invited_by text references app_user (id),
      accepted_by text references app_user (id),
      accepted_at timestamptz`,
  )
  // One that is over keeps nobody from deleting its tenant; a pending one does, and the tenant's rules say so.
  await sql`alter table invitation drop constraint invitation_tenant_id_fkey,
    add constraint invitation_tenant_id_fkey foreign key (tenant_id) references tenant (id) on delete cascade`.execute(
    db,
  )
  await sql`create index invitation_email on invitation (tenant_id, email_key)`.execute(db)
  await sql`create index invitation_open on invitation (tenant_id, expires_at)
    where status = 'pending'`.execute(db)
  for (const column of ['role_id', 'invited_by', 'accepted_by']) {
    await sql`create index ${sql.id(`invitation_${column}`)} on invitation (${sql.ref(column)})`.execute(db)
  }
  await grant(db, 'invitation', {
    atrium_platform: everything,
    atrium_tenant: ['select', 'insert', 'update'],
    atrium_system: ['select', 'update'],
  })
  // Whoever accepts an invitation has no session yet.
  await grant(db, 'tenant_user', { atrium_system: ['insert'] })
  // Nothing is ever changed by it, but a row can only be locked, so that it stays, with a right to change it.
  await sql`grant update (row_version) on dictionary to atrium_system`.execute(db)
}
