-- Requests for access: who asked for what and why, and how it was decided. created_at is the time of the request.
create table access_request (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_url_id text not null,
  -- The study, product and person as they were then. No foreign keys: the request outlives them.
  study_id text not null,
  software_id text not null,
  study_name text not null,
  study_code text not null,
  user_id text not null,
  tenant_user_id text not null,
  person_name text not null,
  -- Grants, as in product_authorization: what was asked for, and what was approved.
  wanted jsonb not null,
  granted jsonb,
  reason text not null,
  -- Expired: nobody answered in time. Ended: the membership of the requester or the study's link ended.
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'declined', 'withdrawn', 'expired', 'ended')),
  expires_at timestamptz not null,
  decided_by text,
  decider_name text not null default '',
  decided_at timestamptz,
  decision_reason text not null default '',
  -- Number of mails about the open request: 1 about the new one, 2 shortly before it expires.
  reminded smallint,
  primary key (tenant_id, id)
);

create index access_request_id on access_request (id);
-- For the requests of a tenant, by the two times by which they are sorted.
create index access_request_register on access_request (tenant_id, created_at, id);
create index access_request_expiry on access_request (tenant_id, expires_at, id);
-- For a person's own requests, newest first.
create index access_request_own on access_request (user_id, created_at, id);
-- Nobody has two open requests for the same study and product.
create unique index access_request_open on access_request
  (tenant_id, study_url_id, user_id) where state = 'requested';

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table access_request enable row level security, force row level security;
create policy unconfined on access_request to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on access_request for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on access_request for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on access_request for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on access_request for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, update on access_request to atrium_platform, atrium_tenant;
grant select, insert, update on access_request to atrium_system;
