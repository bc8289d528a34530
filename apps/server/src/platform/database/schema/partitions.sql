-- Initial partitions of the tables: `first` ends where the month after next begins, and `other` is for ids of no
-- month. `make_partitions` adds the later months.
do $$
declare
  ends constant text := id_of_month(date_trunc('month', now() at time zone 'UTC') + interval '2 months');
  whole text;
  suffix text;
begin
  -- Messages come before their attempts, which refer to them.
  foreach whole in array array['audit_event', 'message', 'message_attempt'] loop
    foreach suffix in array array['first', 'other'] loop
      execute format('create table %I (like %I including defaults including constraints including storage)',
        whole || '_' || suffix, whole);
    end loop;
    perform attach_partition(whole, 'first', format('for values from (minvalue) to (%L)', ends));
    perform attach_partition(whole, 'other', 'default');
  end loop;
end $$;
select make_partitions();
