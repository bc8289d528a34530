import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'

/** An encrypted password is accepted once, and the keys that they travel under change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table password_nonce (
    nonce text primary key,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create index password_nonce_expires_at on password_nonce (expires_at)`.execute(db)
  await sql`alter table server_key add column retired_at timestamptz`.execute(db)
  await grant(db, 'password_nonce', { atrium_system: everything })
  await grant(db, 'server_key', { atrium_system: ['update', 'delete'] })
}
