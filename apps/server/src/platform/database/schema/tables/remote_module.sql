-- Modules that teams release independently.
create table remote_module (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- Name of the module.
  id text primary key,
  -- Release that is active unless a rule says otherwise; '' for none.
  active text not null default '',
  -- Previous active release.
  previous text not null default '',
  -- Release that came with the suite.
  suite_version text not null default '',
  -- Release that a percentage of browsers gets first.
  share_version text not null default '',
  share_percentage integer not null default 0 check (share_percentage between 0 and 99),
  -- Release that failed and was rolled back since the last activation.
  rolled_back_from text not null default '',
  rolled_back_at timestamptz,
  constraint remote_module_share check ((share_version = '') = (share_percentage = 0))
);

grant select, update on remote_module to atrium_platform;
grant select on remote_module to atrium_tenant;
grant select, insert, update, delete on remote_module to atrium_system;
