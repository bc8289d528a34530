import { type Kysely, sql } from 'kysely'

/**
 * Closes the open batch by the number of the newest event's. Whether any event has the open batch's number or a greater
 * one was planned, from the fifth time of a connection on, as if a third of all events could: the trail was read from
 * its beginning, every ten seconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function close_audit_batch() returns integer
    language plpgsql security definer set search_path = pg_catalog, public as $$
    declare
      opened integer;
    begin
      select last_value into opened from public.audit_batch;
      if coalesce((select max(batch) from public.audit_event), 0) < opened then
        return opened - 1;
      end if;
      -- Not nextval, which skips numbers after a crash of the database.
      perform setval('public.audit_batch', opened + 1);
      return opened;
    end $$`.execute(db)
}
