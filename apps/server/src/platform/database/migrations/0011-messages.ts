import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'

/** The outbox: SMS and e-mails, written in the transaction that causes them and sent by a worker. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table message (
    tenant_id text not null default '0',
    id text not null,
    kind text not null check (kind in ('email', 'sms')),
    template text not null,
    software_id text,
    recipient text not null,
    subject text not null default '',
    body_encrypted text,
    language text not null,
    reference text not null,
    state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
    send_count integer not null default 0,
    max_send_count integer not null check (max_send_count > 0),
    next_try_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    delivered_at timestamptz,
    expires_at timestamptz,
    wiped_at timestamptz,
    primary key (tenant_id, id)
  )`.execute(db)
  await sql`create table message_attempt (
    tenant_id text not null,
    id text not null,
    message_id text not null,
    at timestamptz not null default now(),
    outcome text check (outcome in ('delivered', 'deferred', 'unreachable', 'refused', 'expired')),
    answer text not null default '',
    primary key (tenant_id, id),
    foreign key (tenant_id, message_id) references message (tenant_id, id) on delete cascade
  )`.execute(db)
  await indexMessages(db)
  await confineMessages(db)
}

async function indexMessages(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_id on message (id)`.execute(db)
  await sql`create index message_due on message (kind, next_try_at)
    where state in ('waiting', 'sending')`.execute(db)
  await sql`create index message_expiring on message (expires_at)
    where expires_at is not null and body_encrypted is not null`.execute(db)
  await sql`create index message_created on message (kind, created_at, id)`.execute(db)
  await sql`create index message_software on message (kind, software_id, created_at, id)`.execute(db)
  await sql`create index message_state on message (kind, state, created_at, id)`.execute(db)
  await sql`create function message_search_text(recipient text, subject text) returns text
    language sql immutable strict parallel safe
    return recipient || e'\n' || subject`.execute(db)
  await sql`create index message_search on message
    using gin (search_runs(message_search_text(recipient, subject)))`.execute(db)
  await sql`create index message_attempt_message on message_attempt (tenant_id, message_id, at)`.execute(db)
}

/** Any session may cause a message; the platform reads and repeats them, the server itself sends them. */
async function confineMessages(db: Kysely<unknown>): Promise<void> {
  for (const name of ['message', 'message_attempt']) {
    const table = sql.table(name)
    await sql`alter table ${table} enable row level security, force row level security`.execute(db)
    await sql`create policy unconfined on ${table} to atrium_platform, atrium_system
      using (true) with check (true)`.execute(db)
  }
  await sql`create policy tenant_insert on message for insert to atrium_tenant
    with check (tenant_id = any ((select app_tenants())::text[]))`.execute(db)
  await grant(db, 'message', {
    atrium_tenant: ['insert'],
    atrium_platform: ['select', 'insert', 'update'],
    atrium_system: ['select', 'insert', 'update'],
  })
  await grant(db, 'message_attempt', {
    atrium_platform: ['select'],
    atrium_system: ['select', 'insert', 'update'],
  })
}
