import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { confineToTenants } from './tenant-table.ts'

/** Signed calls between the suite and the products: each is taken once, and what came of those to products is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table product_nonce (
    software_id text not null references software (id) on delete cascade,
    nonce text not null,
    expires_at timestamptz not null,
    primary key (software_id, nonce)
  )`.execute(db)
  await sql`create index product_nonce_expires_at on product_nonce (expires_at)`.execute(db)
  // Without references: what was called stays known when tenant and product are gone.
  await sql`create table product_call (
    tenant_id text not null,
    id text not null,
    created_at timestamptz not null default now(),
    software_id text not null,
    path text not null,
    idempotency_key text not null,
    outcome text check (outcome in ('done', 'refused', 'signature', 'status', 'answer', 'unreachable', 'timeout',
      'tooLarge', 'redirect', 'address', 'noKey')),
    status integer,
    duration_ms integer check (duration_ms >= 0),
    answer text not null default '',
    primary key (tenant_id, id)
  )`.execute(db)
  await sql`create index product_call_created on product_call (created_at)`.execute(db)
  await confineToTenants(db, 'product_call')
  await grant(db, 'product_nonce', { atrium_system: everything })
  await grant(db, 'product_call', { atrium_system: everything, atrium_platform: ['select'] })
}
