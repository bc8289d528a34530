-- Invitations to tenants, each valid for one acceptance. Only the e-mail contains the key.
create table invitation (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- SHA-256 of the key, hex.
  key_hash text not null,
  email text not null,
  email_key text not null,
  language text not null,
  -- Role, type and position of the future membership.
  role_id text references role (id),
  type_id text,
  position_id text,
  -- Additional grants of the acceptance; an object.
  payload jsonb not null default '{}',
  -- An expired invitation stays pending.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'withdrawn')),
  expires_at timestamptz not null,
  invited_by text references app_user (id),
  accepted_by text references app_user (id),
  accepted_at timestamptz,
  -- Inviter's name at that time, because a tenant's session does not see users who have left.
  inviter_name text not null default '',
  -- Studies that it authorized for, once it is closed. Those of a pending invitation are in study_user.
  study_url_ids text[] not null default '{}',
  -- Whether its acceptance created a membership with its role.
  made_member boolean not null default false,
  -- Hashes of keys that newer ones replaced, oldest first, so that an old link can be recognized.
  former_key_hashes text[] not null default '{}',
  -- Period of the future membership, as in tenant_user.
  access_from timestamptz,
  access_until timestamptz,
  primary key (tenant_id, id)
);

create index invitation_id on invitation (id);
-- For foreign keys, and for pending invitations of a tenant or address.
create index invitation_email on invitation (tenant_id, email_key);
create index invitation_open on invitation (tenant_id, expires_at) where status = 'pending';
create index invitation_role_id on invitation (role_id);
create index invitation_invited_by on invitation (invited_by);
create index invitation_accepted_by on invitation (accepted_by);
-- Not unique: random keys are not compared across tenants, so that tenants can be distributed over machines.
create index invitation_by_key_hash on invitation (key_hash);
-- Sort order, filter and search of the list.
create index invitation_created on invitation (tenant_id, created_at, id);
create index invitation_status on invitation (tenant_id, status, created_at, id);
create index invitation_search on invitation using gin (search_runs(email_key));
-- Finds the invitation of a replaced link.
create index invitation_former_keys on invitation using gin (former_key_hashes);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table invitation enable row level security, force row level security;
create policy unconfined on invitation to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on invitation for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on invitation for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on invitation for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on invitation for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on invitation to atrium_platform;
grant select, insert, update on invitation to atrium_tenant;
grant select, update on invitation to atrium_system;
