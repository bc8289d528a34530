-- People affected by a failure, as in release_person. Kept for a day.
create table release_error_person (
  error_id text not null references release_error (id) on delete cascade,
  person text not null,
  seen_at timestamptz not null default now(),
  primary key (error_id, person)
);

create index release_error_person_person on release_error_person (person);
create index release_error_person_seen_at on release_error_person (seen_at);

grant select, insert, update, delete on release_error_person to atrium_system;
