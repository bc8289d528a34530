-- Captcha pictures of sign-ins. Each can be used once.
create table captcha (
  key text primary key,
  -- Keyed hash of the text in the picture, hex.
  answer_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index captcha_expires_at on captcha (expires_at);

grant select, insert, update, delete on captcha to atrium_system;
