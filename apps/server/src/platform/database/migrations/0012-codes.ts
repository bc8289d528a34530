import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'

/** What was sent to prove that a number or an address is somebody's, and how much may be sent and tried. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table one_time_code (
    purpose text not null,
    subject text not null,
    code_hash text not null,
    sent_at timestamptz not null,
    expires_at timestamptz not null,
    tries integer not null default 0,
    used_at timestamptz,
    primary key (purpose, subject)
  )`.execute(db)
  await sql`create index one_time_code_expires on one_time_code (expires_at)`.execute(db)
  await sql`create table rate_limit (
    bucket text primary key,
    used integer not null,
    ends_at timestamptz not null
  )`.execute(db)
  await sql`create index rate_limit_ends on rate_limit (ends_at)`.execute(db)
  await sql`create table email_verification (
    key_hash text primary key,
    user_id text not null references app_user (id),
    email_key text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`.execute(db)
  await sql`create index email_verification_user on email_verification (user_id)`.execute(db)
  await sql`create index email_verification_expires on email_verification (expires_at)`.execute(db)
  await sql`create table user_identity (
    issuer text not null,
    subject text not null,
    user_id text not null references app_user (id),
    created_at timestamptz not null default now(),
    primary key (issuer, subject)
  )`.execute(db)
  await sql`create index user_identity_user on user_identity (user_id)`.execute(db)
  await grant(db, 'one_time_code', { atrium_system: everything })
  await grant(db, 'rate_limit', { atrium_system: everything })
  await grant(db, 'email_verification', { atrium_system: everything })
  await grant(db, 'user_identity', {
    atrium_system: ['select', 'insert'],
    atrium_platform: ['select', 'delete'],
  })
}
