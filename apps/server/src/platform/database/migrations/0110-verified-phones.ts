import { type Kysely, sql } from 'kysely'

/**
 * Notes which phone numbers are verified, as `email_valid` does for addresses (0: verified). No number that is there is:
 * nothing tells which of them their owners have proved. Each is verified by the first code that its owner redeems.
 *
 * A changed number is not verified, whichever version changes it: the version before does not know the column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column phone_valid smallint not null default 1`.execute(db)
  // Tenants’ sessions may change a number, but not verify it.
  await sql`grant select (phone_valid) on app_user to atrium_platform, atrium_tenant`.execute(db)
  await sql`create function unverify_changed_phone() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      new.phone_valid := 1;
      return new;
    end $$`.execute(db)
  await sql`create trigger unverify_changed_phone before update of phone_key on app_user
    for each row when (new.phone_key is distinct from old.phone_key)
    execute function unverify_changed_phone()`.execute(db)
}
