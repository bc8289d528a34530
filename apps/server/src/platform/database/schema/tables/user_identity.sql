-- Users as identified by identity providers.
create table user_identity (
  issuer text not null,
  subject text not null,
  user_id text not null references app_user (id),
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

create index user_identity_user on user_identity (user_id);

grant select, delete on user_identity to atrium_platform;
grant select, insert, delete on user_identity to atrium_system;
