-- Authorizations: users who may work in a product for a study. An authorization belongs to a user of the tenant or,
-- until it is accepted, to an invitation.
create table study_user (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_url_id text not null,
  -- Site to which it is limited; null for the whole study.
  study_site_id text,
  tenant_user_id text,
  invitation_id text,
  -- Period, from its first instant until the first instant after it; null for no limit. The server deletes the row at
  -- the end.
  access_from timestamptz,
  access_until timestamptz,
  -- User who chose the end, and number of days before it of the latest reminder; null if there was none.
  access_until_by text,
  access_reminded smallint,
  -- Since when a required training is missing; null if none is. Until it is there, the authorization does not apply.
  untrained_since timestamptz,
  primary key (tenant_id, id),
  constraint study_user_unique
    unique nulls not distinct (tenant_id, study_url_id, study_site_id, tenant_user_id, invitation_id),
  constraint study_user_one check (num_nonnulls(tenant_user_id, invitation_id) = 1),
  foreign key (tenant_id, study_url_id) references study_url (tenant_id, id),
  foreign key (tenant_id, tenant_user_id) references tenant_user (tenant_id, id),
  foreign key (tenant_id, invitation_id) references invitation (tenant_id, id),
  constraint study_user_study_site foreign key (tenant_id, study_site_id)
    references study_site (tenant_id, id)
);

create index study_user_id on study_user (id);
-- For foreign keys.
create index study_user_person on study_user (tenant_id, tenant_user_id);
create index study_user_invitation on study_user (tenant_id, invitation_id);
create index study_user_site on study_user (tenant_id, study_site_id);
-- For what begins and ends, and for reminders.
create index study_user_access_from on study_user (access_from) where access_from is not null;
create index study_user_access_until on study_user (access_until) where access_until is not null;
-- Finds out whether a user is authorized in a study. The unique constraint does not help, because it has the site
-- before the user.
create index study_user_of_study on study_user (tenant_id, study_url_id, tenant_user_id, study_site_id);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table study_user enable row level security, force row level security;
create policy unconfined on study_user to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on study_user for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on study_user for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on study_user for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on study_user for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

-- The server acts for users who accept an invitation, and removes what a product rejects.
grant select, insert, update, delete on study_user to atrium_platform, atrium_tenant, atrium_system;
