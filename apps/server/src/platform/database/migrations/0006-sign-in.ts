import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'

/** Sessions, what slows guessing down, and the keys and limits of sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table session (
    token_hash text primary key,
    user_id text not null references app_user (id),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_seen_at timestamptz not null default now(),
    ended_at timestamptz,
    ended_reason text,
    address text not null default '',
    user_agent text not null default ''
  )`.execute(db)
  await sql`create index session_user_id on session (user_id)`.execute(db)
  await sql`create index session_expires_at on session (expires_at)`.execute(db)
  await sql`create table login_failure (
    name_key text not null,
    address text not null,
    failures integer not null default 0,
    last_failed_at timestamptz not null default now(),
    locked_until timestamptz,
    primary key (name_key, address)
  )`.execute(db)
  await sql`create index login_failure_last on login_failure (last_failed_at)`.execute(db)
  await sql`create table captcha (
    key text primary key,
    answer_hash text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`.execute(db)
  await sql`create index captcha_expires_at on captcha (expires_at)`.execute(db)
  await sql`create table safe_strategy (
    id integer primary key default 1 check (id = 1),
    validity_time integer not null,
    expired_day integer not null,
    remind_day integer not null,
    row_version integer not null default 1,
    updated_at timestamptz not null default now()
  )`.execute(db)
  await sql`insert into safe_strategy (validity_time, expired_day, remind_day) values (30, 90, 7)`.execute(db)
  await sql`create table server_key (
    id text primary key,
    kind text not null,
    public_key text not null,
    private_key_encrypted text not null,
    created_at timestamptz not null default now()
  )`.execute(db)
  await sql`create index server_key_kind on server_key (kind, created_at)`.execute(db)

  await grant(db, 'session', { atrium_system: everything, atrium_platform: ['select', 'update'] })
  await grant(db, 'login_failure', { atrium_system: everything })
  await grant(db, 'captcha', { atrium_system: everything })
  await grant(db, 'server_key', { atrium_system: ['select', 'insert'] })
  await grant(db, 'safe_strategy', {
    atrium_system: ['select'],
    atrium_tenant: ['select'],
    atrium_platform: ['select', 'update'],
  })
}
