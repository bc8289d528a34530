import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** What people may do in the products that studies are run in, and whether the products know of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'product_authorization',
    sql`
      study_url_id text not null,
      tenant_user_id text,
      invitation_id text,
      grants jsonb not null,
      accepted_grants jsonb,
      study_user_ids text[] not null default '{}',
      state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
      message text not null default '',
      language text not null,
      batch_id text not null,
      waiting_since timestamptz not null default now(),
      attempts integer not null default 0,
      next_attempt_at timestamptz,
      constraint product_authorization_one check (num_nonnulls(tenant_user_id, invitation_id) = 1),
      constraint product_authorization_unique unique nulls not distinct
        (tenant_id, study_url_id, tenant_user_id, invitation_id),
      foreign key (tenant_id, study_url_id) references study_url (tenant_id, id) on delete cascade,
      foreign key (tenant_id, tenant_user_id) references tenant_user (tenant_id, id) on delete cascade,
      foreign key (tenant_id, invitation_id) references invitation (tenant_id, id) on delete cascade`,
  )
  // What keeps anybody from deleting those are authorizations, not what products were told of them.
  await sql`alter table product_authorization drop constraint product_authorization_tenant_id_fkey,
    add constraint product_authorization_tenant_id_fkey
      foreign key (tenant_id) references tenant (id) on delete cascade`.execute(db)
  await sql`create index product_authorization_person on product_authorization (tenant_id, tenant_user_id)`.execute(
    db,
  )
  await sql`create index product_authorization_invitation
    on product_authorization (tenant_id, invitation_id)`.execute(db)
  await sql`create index product_authorization_due on product_authorization (next_attempt_at)
    where state = 'waiting' and tenant_user_id is not null`.execute(db)
  await sql`create index product_authorization_batch on product_authorization (tenant_id, batch_id)
    where state = 'waiting'`.execute(db)
  await grant(db, 'product_authorization', {
    atrium_platform: everything,
    atrium_tenant: everything,
    atrium_system: everything,
  })
  // What a product refuses is taken back, and what an invitation had may be there already for whoever accepts it.
  await grant(db, 'study_user', { atrium_system: ['delete'] })
}
