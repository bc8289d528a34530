-- Failed sign-ins beyond those that the trail records one by one, until it records their number.
create table failed_sign_in_tally (
  -- Several rows, so that those who count at once need not wait for each other.
  id integer primary key,
  since timestamptz not null default clock_timestamp(),
  failures integer not null
);

grant select, insert, update, delete on failed_sign_in_tally to atrium_system;
