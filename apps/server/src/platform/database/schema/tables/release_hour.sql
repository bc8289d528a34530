-- Reports of browsers about a release within an hour.
create table release_hour (
  name text not null,
  version text not null,
  hour timestamptz not null,
  loads integer not null default 0,
  failures integer not null default 0,
  -- Histograms of times, by the bounds of modules/releases/reports/histogram.ts.
  ready integer[] not null default '{}',
  lcp integer[] not null default '{}',
  inp integer[] not null default '{}',
  cls integer[] not null default '{}',
  primary key (name, version, hour)
);

create index release_hour_hour on release_hour (hour);

grant select on release_hour to atrium_platform;
grant select, insert, update, delete on release_hour to atrium_system;
