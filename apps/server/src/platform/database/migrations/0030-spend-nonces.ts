import { type Kysely, sql } from 'kysely'
import { giveToSystem } from './grant.ts'

/**
 * Uses nonces of passwords up, in one round trip of every sign-in: with the rights of atrium_system, so that no role need
 * be taken first. Of two who bring the same one, the second finds it used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function spend_password_nonces(
      nonces text[], issued_ms float8[], life interval, ahead interval) returns setof text
    language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
      insert into password_nonce (nonce, expires_at)
      select sent.nonce, issued.at + life
      from unnest(nonces, issued_ms) as sent (nonce, ms), to_timestamp(sent.ms / 1000) as issued (at)
      where issued.at > clock_timestamp() - life and issued.at <= clock_timestamp() + ahead
      on conflict do nothing
      returning nonce $$`.execute(db)
  await giveToSystem(db, sql`function spend_password_nonces(text[], float8[], interval, interval)`)
}
