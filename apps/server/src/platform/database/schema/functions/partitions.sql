-- The audit trail and the messages are partitioned by their ids, which are UUIDs of version 7. There is one partition
-- per month (UTC). Ids outside these months go to the partition `other`. For the end of the first partition, see
-- ../partitions.sql.

-- Lowest UUID of version 7 in a month, and the month of an id.
create function id_of_month(month timestamp) returns text
  language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp
  return regexp_replace(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0'),
    '(.{8})(.{4})', '\1-\2-7000-8000-000000000000');

create function month_of_id(id text) returns timestamp
  language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp
  return date_trunc('month', timestamp 'epoch'
    + ('x' || lpad(translate(left(id, 13), '-', ''), 16, '0'))::bit(64)::bigint * interval '1 millisecond');

-- Lists the partitions of a table that have bounds, in order.
create function partitions_of(parent regclass)
  returns table (name text, from_id text, to_id text)
  language sql stable set search_path = pg_catalog, pg_temp as $$
    select c.relname::text, substring(bound from 'FROM \(''([^'']+)''\)'), substring(bound from 'TO \(''([^'']+)''\)')
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bound
    where i.inhparent = parent and bound <> 'DEFAULT' order by 2 nulls first
  $$;

-- Makes a table a partition. Its indexes are named after those of the whole table, so that query plans can be read by
-- name.
create function attach_partition(parent text, suffix text, bounds text) returns void
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
  end $$;
revoke execute on function attach_partition from public;
grant execute on function attach_partition to atrium_partitioner;

-- Creates the table of a partition, and moves the rows of its range from `other` into it.
create function split_off(parent text, key text, suffix text, from_id text, to_id text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  declare
    part text := parent || '_' || suffix;
    other text := parent || '_other';
  begin
    execute format('create table public.%I (like public.%I including defaults including constraints including storage)',
      part, parent);
    execute format('lock table public.%I in access exclusive mode', other);
    -- Row-level security applies to the owner too.
    execute format('alter table public.%I no force row level security', other);
    execute format('with moved as (delete from public.%I where %I >= %L and %I < %L returning *)
      insert into public.%I select * from moved', other, key, from_id, key, to_id, part);
    execute format('alter table public.%I force row level security', other);
  end $$;
revoke execute on function split_off from public;
grant execute on function split_off to atrium_partitioner;

-- Creates the partitions up to three months ahead. Rows of these months that are in `other`, because the partition
-- was missing, move to the new partition. The function stops if other sessions block it for more than a second. It is
-- called again later.
create function make_partitions() returns integer
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
        -- Attempts leave `other` before their messages, and are attached after them.
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
  end $$;
revoke execute on function make_partitions from public;
grant execute on function make_partitions to atrium_system;
