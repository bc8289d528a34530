-- People for whom a release was loaded or failed: users, or network addresses if nobody is signed in. Kept for a day.
create table release_person (
  name text not null,
  version text not null,
  -- Keyed hash over person and release, so that it does not show which other releases a person loaded.
  person text not null,
  seen_at timestamptz not null,
  failed_at timestamptz,
  signed_in boolean not null default true,
  -- Keyed hash of the account's origin; null for reports that never count towards a rollback.
  origin text,
  -- Keyed hashes of the account's tenants.
  tenants text[] not null default '{}',
  primary key (name, version, person)
);

create index release_person_of_release on release_person (name, version, seen_at) include (failed_at);
create index release_person_seen_at on release_person (seen_at);

grant select on release_person to atrium_platform;
grant select, insert, update, delete on release_person to atrium_system;
