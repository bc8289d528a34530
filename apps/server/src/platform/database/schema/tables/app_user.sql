-- Users who can sign in. They belong to no tenant and are never deleted, so that a name is never reused.
create table app_user (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- Columns for searches come first, because PostgreSQL reads a row from its beginning.
  id text primary key,
  -- 0 normal, 1 special. Lists leave special users out.
  user_type text not null default '0' check (user_type in ('0', '1')),
  -- E-mail address in lower case, for lookup and comparison.
  email_key text,
  full_name text not null,
  phone text not null default '',
  -- Digits as dialled in China, otherwise E.164.
  phone_key text,
  email text not null default '',
  -- 0 verified, 1 not yet.
  email_valid smallint not null default 1 check (email_valid in (0, 1)),
  user_name text not null,
  -- Folded user name: unique, and used for lookup at sign-in.
  user_name_key text not null unique,
  birthday date,
  -- '0' male, '1' female, '' unknown.
  sex text not null default '' check (sex in ('', '0', '1')),
  -- System role; null for users who belong only to tenants.
  role_id text references role (id),
  -- 0 normal, 1 locked.
  status text not null default '0' check (status in ('0', '1')),
  remark text not null default '',
  language text not null default 'zh',
  -- Id in an external identity source.
  uc_id text not null default '',
  -- External identity source that stores the password; '' for Atrium itself.
  org text not null default '',
  country_id text references area (id),
  province_id text references area (id),
  city_id text references area (id),
  -- argon2id in PHC format; null if there is no password.
  password_hash text,
  password_changed_at timestamptz,
  -- Whether somebody else chose the password.
  password_must_change boolean not null default false,
  -- Expiry of a password that was sent; null for one that the user chose.
  password_valid_until timestamptz,
  -- Devices that signed in before this instant no longer count as known; null if all do.
  devices_since timestamptz,
  -- 0 verified, 1 not yet.
  phone_valid smallint not null default 1,
  -- User who added or invited this user. If a release fails, accounts of one person count once. No foreign key,
  -- because users are never deleted.
  added_by text,
  -- English form of the name, for English screens; '' if there is none.
  full_name_en text not null default '',
  -- Period of the system role, from its first instant until the first instant after it; null for no limit.
  role_from timestamptz,
  role_until timestamptz,
  -- User who chose the end, and number of days before it of the latest reminder; null if there was none.
  role_until_by text,
  role_reminded smallint,
  -- When the person was pseudonymised; null if not.
  pseudonymised_at timestamptz
);

-- A phone number can also be found by its digits only.
create function user_search_text(name text, email text, phone text, phone_key text) returns text
  language sql immutable parallel safe
  return name || e'\n' || email || e'\n' || phone || e'\n' || coalesce(nullif(phone_key, phone), '');

-- For foreign keys and filters.
create index app_user_role_id on app_user (role_id, id);
create index app_user_country_id on app_user (country_id, id);
create index app_user_province_id on app_user (province_id, id);
create index app_user_city_id on app_user (city_id, id);
-- Several accounts may share an address or number; at most one has verified it.
create unique index app_user_email_key_key on app_user (email_key) where email_valid = 0;
create unique index app_user_phone_key_key on app_user (phone_key) where phone_valid = 0;
-- For a sign-in by SMS to a number that only one account has, verified or not.
create index app_user_phone on app_user (phone_key);
-- Sort orders of the list of all users.
create index app_user_list_email on app_user (email, id);
create index app_user_list_phone on app_user (phone, id);
create index app_user_list_status on app_user (status, id);
create index app_user_list_created_at on app_user (created_at, id);
create index app_user_by_state on app_user (status, created_at, id);
-- Sort order of names: by pinyin, and Latin letters without regard to case.
create index app_user_by_full_name on app_user (full_name collate "zh-x-icu", id);
create index app_user_by_user_name_key on app_user (user_name_key collate "zh-x-icu", id);
-- Same orders without special users, so that a late page need not read the type of every user before it.
create index app_user_normal_email on app_user (email, id) where user_type = '0';
create index app_user_normal_phone on app_user (phone, id) where user_type = '0';
create index app_user_normal_status on app_user (status, id) where user_type = '0';
create index app_user_normal_created_at on app_user (created_at, id) where user_type = '0';
create index app_user_normal_by_state on app_user (status, created_at, id) where user_type = '0';
create index app_user_normal_by_full_name on app_user
  (full_name collate "zh-x-icu", id) where user_type = '0';
create index app_user_normal_by_user_name_key on app_user
  (user_name_key collate "zh-x-icu", id) where user_type = '0';
-- The list can be searched by name and contacts, and by user name.
create index app_user_search_folded on app_user
  using gin (search_runs(fold_text(user_search_text(full_name, email, phone, phone_key))));
create index app_user_name_search on app_user using gin (search_runs(user_name_key));

-- For reminders.
create index app_user_role_until on app_user (role_until) where role_until is not null;
-- For showing pseudonyms in former access.
create index app_user_pseudonymised on app_user (id) where pseudonymised_at is not null;

alter table app_user enable row level security, force row level security;
create policy unconfined on app_user to atrium_platform, atrium_system using (true) with check (true);
-- For what a tenant's session sees and changes, see tenant_user.sql.

grant insert, update on app_user to atrium_platform;
grant select, insert, update on app_user to atrium_system;
-- The password hash is left out, because only sign-in reads it.
grant select (created_at, updated_at, row_version, id, user_type, email_key, full_name, phone, phone_key,
  email, email_valid, user_name, user_name_key, birthday, sex, role_id, status, remark, language, uc_id, org,
  country_id, province_id, city_id, password_changed_at, password_must_change, phone_valid,
  full_name_en, role_from, role_until, pseudonymised_at) on app_user to atrium_platform, atrium_tenant;
-- A tenant's session may change a number, but not mark it as verified.
grant update (updated_at, row_version, email_key, full_name, phone, phone_key, email, email_valid) on app_user
  to atrium_tenant;

-- A changed number is not verified, whoever changes it.
create function unverify_changed_phone() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  begin
    new.phone_valid := 1;
    return new;
  end $$;

create trigger unverify_changed_phone before update of phone_key on app_user
  for each row when (new.phone_key is distinct from old.phone_key)
  execute function unverify_changed_phone();

-- A new name clears the English form of the previous one.
create function forget_english_name() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  begin
    if new.full_name is distinct from old.full_name and new.full_name_en = old.full_name_en then
      new.full_name_en := '';
    end if;
    return new;
  end $$;

create trigger forget_english_name before update of full_name on app_user
  for each row execute function forget_english_name();

-- Nothing gives a pseudonymised person a name or contact again, or a way to sign in.
create function keep_pseudonym() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  begin
    raise exception 'the user is pseudonymised' using errcode = '42501';
  end $$;

create trigger keep_pseudonym before update on app_user
  for each row when (old.pseudonymised_at is not null and (new.pseudonymised_at, new.full_name, new.user_name, new.email,
    new.phone, new.status, new.role_id, new.password_hash) is distinct from (old.pseudonymised_at, old.full_name,
    old.user_name, old.email, old.phone, old.status, old.role_id, old.password_hash))
  execute function keep_pseudonym();
