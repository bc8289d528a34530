-- Calls that a process handled in a minute or an hour, by area of the contract. No foreign key, so that counts stay
-- when the process is gone.
create table call_count (
  period text not null check (period in ('minute', 'hour')),
  begins_at timestamptz not null,
  process_id text not null,
  area text not null,
  calls integer not null,
  -- Calls that failed with a server error.
  errors integer not null,
  sign_ins integer not null,
  failed_sign_ins integer not null,
  primary key (period, begins_at, process_id, area)
);

grant select on call_count to atrium_platform;
grant select, insert, update, delete on call_count to atrium_system;
