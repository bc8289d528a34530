-- Security strategy: one row with the limits for every sign-in.
create table safe_strategy (
  id integer default 1 primary key check (id = 1),
  -- Minutes without a call after which a session ends; 0 means never.
  validity_time integer not null,
  -- Lifetime of a password, in days.
  expired_day integer not null,
  -- Days before its expiry from which a password counts as due.
  remind_day integer not null,
  row_version integer not null default 1,
  updated_at timestamptz not null default now()
);

grant select, update on safe_strategy to atrium_platform;
grant select on safe_strategy to atrium_tenant, atrium_system;

insert into safe_strategy (validity_time, expired_day, remind_day) values (30, 90, 7);
