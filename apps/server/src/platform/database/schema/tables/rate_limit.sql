-- Use of each limit in its current window.
create table rate_limit (
  -- The limit, and to whom it applies.
  bucket text primary key,
  used integer not null,
  -- End of the window.
  ends_at timestamptz not null
);

create index rate_limit_ends on rate_limit (ends_at);

grant select, insert, update, delete on rate_limit to atrium_system;

-- Counts one mail per recipient in the current day, which has at most 25 hours, and returns the recipients below the
-- limit. Runs with the rights of its owner, so that a session of a tenant can count its mails and change no other
-- limit. Rows are locked in a fixed order, so that two callers who write to the same people wait for each other
-- instead of deadlocking.
create function spend_caused_mails(recipients text[], most integer, day_ends timestamptz) returns setof text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
  declare
    today_ends constant timestamptz := least(day_ends, clock_timestamp() + interval '26 hours');
  begin
    return query
      insert into public.rate_limit as kept (bucket, used, ends_at)
      select distinct 'caused:' || recipient, 1, today_ends from unnest(recipients) recipient order by 1
      on conflict (bucket) do update set
        used = case when kept.ends_at <= clock_timestamp() then 1 else kept.used + 1 end,
        ends_at = case when kept.ends_at <= clock_timestamp() then today_ends else kept.ends_at end
      where kept.ends_at <= clock_timestamp() or kept.used < most
      returning substr(bucket, length('caused:') + 1);
  end $$;
revoke execute on function spend_caused_mails from public;
grant execute on function spend_caused_mails to atrium_platform, atrium_tenant, atrium_system;
