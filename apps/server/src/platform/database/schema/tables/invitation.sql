-- Invitations into tenants, each good for one acceptance. The key is in the e-mail alone.
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
  -- What else acceptance brings; an object.
  payload jsonb not null default '{}',
  -- One that was not accepted in time stays pending.
  status text not null default 'pending' check (status in ('pending', 'accepted', 'withdrawn')),
  expires_at timestamptz not null,
  invited_by text references app_user (id),
  accepted_by text references app_user (id),
  accepted_at timestamptz,
  -- The inviter's name at that time: a tenant's session does not see people who have left.
  inviter_name text not null default '',
  -- Studies it authorized for, once it is closed; those of a pending one are in study_user.
  study_url_ids text[] not null default '{}',
  -- Whether its acceptance made a membership, with its role.
  made_member boolean not null default false,
  -- Hashes of keys that newer ones replaced, the oldest first, so that an old link says so.
  former_key_hashes text[] not null default '{}',
  primary key (tenant_id, id)
);

create index invitation_id on invitation (id);
-- For references, and for the pending ones of a tenant or address.
create index invitation_email on invitation (tenant_id, email_key);
create index invitation_open on invitation (tenant_id, expires_at) where status = 'pending';
create index invitation_role_id on invitation (role_id);
create index invitation_invited_by on invitation (invited_by);
create index invitation_accepted_by on invitation (accepted_by);
-- Not unique: random keys are not compared across tenants, so that tenants can be spread over machines.
create index invitation_by_key_hash on invitation (key_hash);
-- Order, filter and search of the list.
create index invitation_created on invitation (tenant_id, created_at, id);
create index invitation_status on invitation (tenant_id, status, created_at, id);
create index invitation_search on invitation using gin (search_runs(email_key));
-- By this a replaced link finds its invitation.
create index invitation_former_keys on invitation using gin (former_key_hashes);

-- A tenant's session reads its tenants' rows and those of the platform, and writes only its tenants'.
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
