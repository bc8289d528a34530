import { type Kysely, sql } from 'kysely'

/*
 * This migration and `0107` qualify every name in functions that may run with the rights of an owner: definer functions,
 * and those that a foreign key calls as the owner of a table. PostgreSQL looks up a name without a schema among the
 * session's temporary objects first, and these are the caller's.
 */

/** Stamps and batches of the trail, as before. */
async function audit(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function stamp_audit_event() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      opened integer;
      still_open integer;
    begin
      loop
        select last_value into opened from public.audit_batch;
        if pg_try_advisory_xact_lock_shared(1635082608, opened) then
          -- The sealer may have opened the next batch before this one was locked.
          select last_value into still_open from public.audit_batch;
          exit when still_open = opened;
        end if;
      end loop;
      new.batch := opened;
      new.at := clock_timestamp();
      return new;
    end $$`.execute(db)
  await sql`create or replace function close_audit_batch() returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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

/** Partitions of the months ahead, as before. */
async function makePartitions(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function make_partitions() returns integer
    language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
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
        select public.month_of_id(max(p.to_id collate "C")) into month
        from public.partitions_of(format('public.%I', whole)::regclass) p;
        month := coalesce(month, date_trunc('month', now() at time zone 'UTC'));
        while month <= latest loop
          suffix := to_char(month, 'YYYY_MM');
          from_id := public.id_of_month(month);
          to_id := public.id_of_month(month + interval '1 month');
          bounds := format('for values from (%L) to (%L)', from_id, to_id);
          -- Attempts leave before their messages, and come after them.
          if whole = 'message' then
            perform public.split_off('message_attempt', 'message_id', suffix, from_id, to_id);
          end if;
          perform public.split_off(whole, 'id', suffix, from_id, to_id);
          perform public.attach_partition(whole, suffix, bounds);
          if whole = 'message' then
            perform public.attach_partition('message_attempt', suffix, bounds);
          end if;
          made := made + 1;
          month := month + interval '1 month';
        end loop;
      end loop;
      return made;
    end $$`.execute(db)
}

/** What `make_partitions` calls, as before. */
async function attachPartitions(db: Kysely<unknown>): Promise<void> {
  for (const name of ['partitions_of(regclass)', 'id_of_month(timestamp)', 'month_of_id(text)'])
    await sql`alter function ${sql.raw(name)} set search_path = pg_catalog, pg_temp`.execute(db)
  await sql`create or replace function split_off(parent text, key text, suffix text, from_id text, to_id text) returns void
    language plpgsql set search_path = pg_catalog, pg_temp as $$
    declare
      part text := parent || '_' || suffix;
      other text := parent || '_other';
    begin
      execute format('create table public.%I (like public.%I including defaults including constraints including storage)',
        part, parent);
      execute format('lock table public.%I in access exclusive mode', other);
      -- Row-level security holds for the owner too.
      execute format('alter table public.%I no force row level security', other);
      execute format('with moved as (delete from public.%I where %I >= %L and %I < %L returning *)
        insert into public.%I select * from moved', other, key, from_id, key, to_id, part);
      execute format('alter table public.%I force row level security', other);
    end $$`.execute(db)
  await sql`create or replace function attach_partition(parent text, suffix text, bounds text) returns void
    language plpgsql set search_path = pg_catalog, pg_temp as $$
    declare
      part text := parent || '_' || suffix;
      own record;
    begin
      execute format('alter table public.%I attach partition public.%I %s', parent, part, bounds);
      execute format('alter table public.%I enable row level security, force row level security', part);
      for own in
        select c.relname as name, p.relname || '_' || suffix as wanted
        from pg_index x join pg_inherits i on i.inhrelid = x.indexrelid
        join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
        where x.indrelid = format('public.%I', part)::regclass and c.relname <> p.relname || '_' || suffix
      loop
        execute format('alter index public.%I rename to %I', own.name, own.wanted);
      end loop;
    end $$`.execute(db)
}

/**
 * Functions that PostgreSQL calls as the owner of a table where a foreign key changes its rows. Those of indexes have no
 * fixed search path, which would make each call slower: they qualify the names of types.
 */
async function calledByKeys(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function search_runs(value text) returns bigint[]
    language plpgsql immutable strict parallel safe cost 1000 as $$
    declare
      letter pg_catalog.text;
      code bigint;
      one bigint;
      two bigint;
      runs bigint[] := '{}';
    begin
      foreach letter in array string_to_array(lower(value), null) loop
        code := ascii(letter);
        runs := runs || code;
        if one is not null then
          runs := runs || ((one << 21) | code);
        end if;
        if two is not null then
          runs := runs || ((two << 21) | code);
        end if;
        two := (one << 21) | code;
        one := code;
      end loop;
      return runs;
    end $$`.execute(db)
  await sql`create or replace function keyword_runs(keyword text) returns bigint[]
    language plpgsql immutable strict as $$
    declare
      letters pg_catalog.text[] := string_to_array(lower(keyword), null);
      sign integer := array_position(letters, '@');
      last integer;
    begin
      if sign > 2 then
        letters := letters[:sign];
      end if;
      last := cardinality(letters) - 2;
      if last < 1 then
        return array[(select bit_or(ascii(letter)::bigint << (21 * (cardinality(letters) - place)::int))
                      from unnest(letters) with ordinality as row (letter, place))];
      end if;
      return array(
        select (ascii(letters[place])::bigint << 42) | (ascii(letters[place + 1])::bigint << 21) | ascii(letters[place + 2])
        from (select generate_series(1, last, 2) union select last) as starts (place)
        order by place);
    end $$`.execute(db)
  await sql`create or replace function department_parent_level() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      select level into new.parent_level from public.department
      where tenant_id = new.tenant_id and id = new.parent_id;
      return new;
    end $$`.execute(db)
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await attachPartitions(db)
  await calledByKeys(db)
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await audit(db)
  await sql`set local role atrium_partitioner`.execute(db)
  await makePartitions(db)
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
}
