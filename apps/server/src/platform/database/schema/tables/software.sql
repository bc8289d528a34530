-- Products that work with the suite. Tenants cannot read the key that signs the calls between suite and product.
create table software (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  software_name text not null,
  software_name_en text not null default '',
  describe text not null default '',
  -- Code by which the help menu and the portal identify the product.
  web_code text not null,
  app_code text not null,
  -- Encrypted under SECRET_KEY; null until one is set.
  app_key_encrypted text,
  -- Minutes without a call after which a session in the product ends; 0 means never.
  validity_time integer not null check (validity_time >= 0),
  sort integer not null,
  -- 1 RTSM, 2 EDC, 3 CTMS, 4 eTMF; null if users are not authorized per study.
  authorization_style smallint check (authorization_style between 1 and 4),
  -- 0 yes: users are authorized per study. 1 no.
  is_study_authorization smallint not null default 1 check (is_study_authorization in (0, 1)),
  -- 0 yes: studies show its databases. 1 no.
  projdb_show smallint not null default 1 check (projdb_show in (0, 1)),
  -- Days before its expiry from which a password counts as due.
  remind_day integer not null default 7 check (remind_day >= 0),
  -- Lifetime of a password, in days.
  expired_day integer not null default 90 check (expired_day >= 0),
  key_set_at timestamptz,
  -- Previous key, valid until former_key_ends_at, so that a product can change keys without an agreed minute.
  former_key_encrypted text,
  former_key_ends_at timestamptz,
  -- 1 one-time code, 2 OpenID Connect.
  sign_in_style smallint not null default 1 check (sign_in_style between 1 and 2),
  constraint software_web_code_unique unique (web_code),
  constraint software_app_code_unique unique (app_code),
  constraint software_former_key_ends check ((former_key_encrypted is null) = (former_key_ends_at is null))
);

-- Sort orders of the list.
create index software_sort on software (sort, id);
create index software_created on software (created_at, id);
-- Sort order of names: by pinyin, and Latin letters without regard to case.
create index software_by_name on software (software_name collate "zh-x-icu", id);
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index software_web_code_unique_folded on software (fold_text(web_code));
create index software_app_code_unique_folded on software (fold_text(app_code));

grant select, insert, update, delete on software to atrium_platform;
grant select on software to atrium_system;
-- All columns except the keys.
grant select (created_at, updated_at, row_version, id, software_name, software_name_en, describe, web_code,
  app_code, validity_time, sort, authorization_style, is_study_authorization, projdb_show, remind_day,
  expired_day) on software to atrium_tenant;
