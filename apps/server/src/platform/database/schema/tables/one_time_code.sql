-- Latest code sent for a purpose. It replaces the previous one.
create table one_time_code (
  -- 'sign-in', 'reset', 'contact-proof', 'contact' or 'registration'.
  purpose text not null,
  -- What the code verifies: the key of a phone or user name, a user with the new contact, or an invitation with a
  -- phone.
  subject text not null,
  -- Keyed hash, hex.
  code_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Number of attempts begun.
  tries integer not null default 0,
  used_at timestamptz,
  primary key (purpose, subject)
);

create index one_time_code_expires on one_time_code (expires_at);

grant select, insert, update, delete on one_time_code to atrium_system;
