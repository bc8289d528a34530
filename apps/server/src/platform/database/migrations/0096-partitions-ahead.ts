import { type Kysely, sql } from 'kysely'
import { partitioned } from './0092-byte-order.ts'
import { keyOfMessage, partition } from './0094-partitions.ts'
import { grant } from './grant.ts'

/**
 * Makes the partitions up to three months ahead, from the last one on. Rows of such a month that went to `other`, because
 * nobody made its partition in time, go where they belong. It gives way to whoever reads for long: it is called again.
 */
async function makePartitions(db: Kysely<unknown>): Promise<void> {
  await sql`create function split_off(parent text, key text, suffix text, from_id text, to_id text) returns void
    language plpgsql set search_path = pg_catalog, public as $$
    declare
      part text := parent || '_' || suffix;
      other text := parent || '_other';
    begin
      execute format('create table public.%I (like %I including defaults including constraints including storage)', part, parent);
      execute format('lock table %I in access exclusive mode', other);
      -- Row-level security holds for the owner too.
      execute format('alter table %I no force row level security', other);
      execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from moved',
        other, key, from_id, key, to_id, part);
      execute format('alter table %I force row level security', other);
    end $$`.execute(db)
  await sql`revoke execute on function split_off from public`.execute(db)
  await sql`create function make_partitions() returns integer
    language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '1s' as $$
    declare
      latest timestamp := date_trunc('month', now() at time zone 'UTC') + interval '3 months';
      whole text;
      month timestamp;
      suffix text;
      from_id text;
      to_id text;
      bounds text;
      made integer := 0;
    begin
      if not pg_try_advisory_xact_lock(hashtext('atrium partitions')) then
        return 0;
      end if;
      foreach whole in array array['audit_event', 'message'] loop
        select month_of_id(max(p.to_id collate "C")) into month from partitions_of(whole::regclass) p;
        month := coalesce(month, date_trunc('month', now() at time zone 'UTC'));
        while month <= latest loop
          suffix := to_char(month, 'YYYY_MM');
          from_id := id_of_month(month);
          to_id := id_of_month(month + interval '1 month');
          bounds := format('for values from (%L) to (%L)', from_id, to_id);
          -- Attempts leave before their messages, and come after them.
          if whole = 'message' then
            perform split_off('message_attempt', 'message_id', suffix, from_id, to_id);
          end if;
          perform split_off(whole, 'id', suffix, from_id, to_id);
          perform attach_partition(whole, suffix, bounds);
          if whole = 'message' then
            perform attach_partition('message_attempt', suffix, bounds);
          end if;
          made := made + 1;
          month := month + interval '1 month';
        end loop;
      end loop;
      return made;
    end $$`.execute(db)
  await sql`revoke execute on function make_partitions from public`.execute(db)
  await sql`grant execute on function make_partitions to atrium_system`.execute(db)
}

/** Partitions the attempts as their messages are, and makes the partitions of the months ahead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In the order in which a message is sent.
  await sql`lock table message in share row exclusive mode`.execute(db)
  await sql`lock table message_attempt in access exclusive mode`.execute(db)
  const [, , attempts] = partitioned
  // The first partition's own key is the same, and valid: it is not checked again.
  await partition(db, attempts, () => sql`alter table message_attempt add ${keyOfMessage}`.execute(db))
  await grant(db, 'message_attempt', {
    atrium_platform: ['select'],
    atrium_system: ['select', 'insert', 'update'],
  })
  await makePartitions(db)
  await sql`select make_partitions()`.execute(db)
}
