-- Changes of a user's own e-mail address or phone that are pending until the user enters a code. Unverified contacts
-- are kept apart from the users.
create table contact_change (
  user_id text not null references app_user (id),
  kind text not null check (kind in ('email', 'phone')),
  contact text not null,
  -- Future app_user.email_key or phone_key.
  contact_key text not null,
  -- Key when the change began. Any other change of the contact ends this one.
  replaced_key text,
  -- app_user.password_changed_at when the change began. A new password ends it.
  password_changed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, kind)
);

create index contact_change_expires on contact_change (expires_at);

grant select, insert, update, delete on contact_change to atrium_system;
