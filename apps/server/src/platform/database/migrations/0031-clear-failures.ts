import { type Kysely, sql } from 'kysely'
import { giveToSystem } from './grant.ts'

/**
 * Takes back what a right password or code has counted, in one round trip of every sign-in: with the rights of
 * atrium_system, so that no role need be taken first. One row after the other, in the order in which attempts hold them:
 * in two orders, two at once would stop each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function clear_login_failures(tried_name text, tried_from text, shared boolean) returns void
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      delete from login_failure where name_key = tried_name and address = tried_from;
      if shared then
        update login_failure set failures = greatest(failures - 1, 0) where name_key = tried_name and address = '*';
        update login_failure set failures = greatest(failures - 1, 0) where name_key = '' and address = tried_from;
      end if;
    end $$`.execute(db)
  await giveToSystem(db, sql`function clear_login_failures(text, text, boolean)`)
}
