import { type Kysely, sql } from 'kysely'

/** People may have an English form of their name, which English screens show. A new name ends the form of the one before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column full_name_en text not null default ''`.execute(db)
  await sql`grant select (full_name_en) on app_user to atrium_platform, atrium_tenant`.execute(db)
  await sql`create function forget_english_name() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      if new.full_name is distinct from old.full_name and new.full_name_en = old.full_name_en then
        new.full_name_en := '';
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger forget_english_name before update of full_name on app_user
    for each row execute function forget_english_name()`.execute(db)
  await sql`update app_user set full_name_en = 'Administrator'
    where user_name_key = 'admin' and full_name = '平台管理员'`.execute(db)
}
