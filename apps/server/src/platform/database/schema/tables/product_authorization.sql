-- What a user may do in a product within a study, beyond opening it (see study_user). The product is notified and may
-- reject it. row_version counts changes of the grants, not attempts to notify the product.
create table product_authorization (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_url_id text not null,
  tenant_user_id text,
  -- The product is notified once the invitation is accepted.
  invitation_id text,
  grants jsonb not null,
  -- Grants that the product accepted earlier. They apply again if it rejects a later change.
  accepted_grants jsonb,
  -- Authorizations that belong to a change which the product has not accepted yet. A rejection removes them.
  study_user_ids text[] not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  -- Reason for a rejection, or outcome of the last attempt.
  message text not null default '',
  -- Language of the product's messages.
  language text not null,
  -- Shared by authorizations that one call notifies about.
  batch_id text not null,
  waiting_since timestamptz not null default now(),
  -- Number of failed attempts.
  attempts integer not null default 0,
  -- Null if no attempt is planned.
  next_attempt_at timestamptz,
  -- User who granted it, so that nobody accepts their own grant. Null in rows from before this was stored.
  granted_by text,
  -- Grants that the product rejected while it keeps the earlier ones.
  refused_grants jsonb,
  -- Invitation that brought it. No foreign key, because invitations are never deleted.
  from_invitation_id text,
  -- Authorizations that the change ends once the product accepts it.
  replaced_study_user_ids text[] not null default '{}',
  -- Since when the pending grant waits for a required training; null if it does not.
  untrained_since timestamptz,
  primary key (tenant_id, id),
  constraint product_authorization_unique
    unique nulls not distinct (tenant_id, study_url_id, tenant_user_id, invitation_id),
  constraint product_authorization_one check (num_nonnulls(tenant_user_id, invitation_id) = 1),
  foreign key (tenant_id, study_url_id) references study_url (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tenant_user_id) references tenant_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invitation_id) references invitation (tenant_id, id) on delete cascade
);

create index product_authorization_id on product_authorization (id);
-- For foreign keys.
create index product_authorization_person on product_authorization (tenant_id, tenant_user_id);
create index product_authorization_invitation on product_authorization (tenant_id, invitation_id);
-- For the worker that notifies products.
create index product_authorization_due on product_authorization
  (next_attempt_at) where state = 'waiting' and tenant_user_id is not null;
create index product_authorization_batch on product_authorization
  (tenant_id, batch_id) where state = 'waiting';
-- For finding the rejections of a tenant, of a grantor and of an invitation.
create index product_authorization_refused on product_authorization
  (tenant_id, updated_at, id) where state = 'refused' or refused_grants is not null;
create index product_authorization_refused_grantor on product_authorization
  (granted_by) where state = 'refused' or refused_grants is not null;
create index product_authorization_origin on product_authorization
  (tenant_id, from_invitation_id) where from_invitation_id is not null;

-- For grants whose last day is over.
create index product_authorization_until on product_authorization ((accepted_grants ->> 'accessUntil'))
  where accepted_grants ? 'accessUntil';

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table product_authorization enable row level security, force row level security;
create policy unconfined on product_authorization to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on product_authorization for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on product_authorization for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on product_authorization for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on product_authorization for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on product_authorization
  to atrium_platform, atrium_tenant, atrium_system;
