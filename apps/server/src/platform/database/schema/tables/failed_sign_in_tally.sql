-- Failed sign-ins that the trail does not record individually, until it records their number.
create table failed_sign_in_tally (
  -- There are several rows, so that concurrent counters need not wait for each other.
  id integer primary key,
  since timestamptz not null default clock_timestamp(),
  failures integer not null
);

grant select, insert, update, delete on failed_sign_in_tally to atrium_system;
