-- Nonces of encrypted passwords, each of which is accepted only once.
create table password_nonce (
  nonce text primary key,
  -- After this time the password is rejected because of its age.
  expires_at timestamptz not null
);

create index password_nonce_expires_at on password_nonce (expires_at);

grant select, insert, update, delete on password_nonce to atrium_system;

-- Uses up nonces in one round trip of a sign-in. Of two calls with the same nonce, the second finds it used. Every
-- login may call the function before it sets a role.
create function spend_password_nonces(nonces text[], issued_ms float8[], life interval, ahead interval)
  returns setof text
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
    insert into public.password_nonce (nonce, expires_at)
    select sent.nonce, issued.at + life
    from unnest(nonces, issued_ms) as sent (nonce, ms), to_timestamp(sent.ms / 1000) as issued (at)
    where issued.at > clock_timestamp() - life and issued.at <= clock_timestamp() + ahead
    on conflict do nothing
    returning nonce $$;
revoke execute on function spend_password_nonces from public;
grant execute on function spend_password_nonces to atrium_system;
