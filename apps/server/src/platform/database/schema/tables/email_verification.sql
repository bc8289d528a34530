-- Links that were sent to an e-mail address to verify it.
create table email_verification (
  -- SHA-256 of the link's key, hex.
  key_hash text primary key,
  user_id text not null references app_user (id),
  -- The address, as in app_user.email_key.
  email_key text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index email_verification_user on email_verification (user_id);
create index email_verification_expires on email_verification (expires_at);

grant select, insert, update, delete on email_verification to atrium_system;
