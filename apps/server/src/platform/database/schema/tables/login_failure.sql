-- Failed sign-ins of a name from an address or known device. Address '*' counts the name only, and name '' the
-- address only.
create table login_failure (
  name_key text not null,
  address text not null,
  failures integer not null default 0,
  last_failed_at timestamptz not null default now(),
  locked_until timestamptz,
  -- Start of the count. An address counts for a day.
  counted_since timestamptz not null default now(),
  primary key (name_key, address)
);

create index login_failure_last on login_failure (last_failed_at);

grant select, insert, update, delete on login_failure to atrium_system;

-- Removes the failures that an attempt with a correct password or code has counted, in one round trip. Attempts lock
-- the rows in the same order, so that two at once wait instead of deadlocking. Every login may call the function
-- before it sets a role.
create function clear_login_failures(tried_name text, tried_from text, shared boolean) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
  begin
    delete from public.login_failure where name_key = tried_name and address = tried_from;
    if shared then
      update public.login_failure set failures = greatest(failures - 1, 0) where name_key = tried_name and address = '*';
      update public.login_failure set failures = greatest(failures - 1, 0) where name_key = '' and address = tried_from;
    end if;
  end $$;
revoke execute on function clear_login_failures from public;
grant execute on function clear_login_failures to atrium_system;
