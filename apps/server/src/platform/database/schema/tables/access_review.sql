-- Access reviews: who reviews which access, from when until when, and the result. Rows are never deleted.
create table access_review (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  name text not null,
  -- The study and the Chinese name of the role to which the review is limited; '' for none.
  study_id text not null default '',
  role_name text not null default '',
  -- Ids of the users who decide, in order.
  reviewers text[] not null,
  -- yyyy-MM-dd, both included, in the time zone of the deployment's profile.
  first_day text not null,
  last_day text not null,
  duration integer not null,
  -- 0: not repeated.
  every_months integer not null default 0,
  -- What happens at the end to access on which nobody has decided.
  unanswered text not null check (unanswered in ('revoke', 'keep')),
  -- ended: the last day is over, and somebody has to close it.
  state text not null default 'planned'
    check (state in ('planned', 'open', 'ended', 'closed', 'cancelled')),
  -- Language of whoever saved it last, for the reasons that the server writes.
  language text not null,
  -- Who saved it last.
  owner_id text not null,
  -- The review that this one repeats.
  previous_id text,
  -- Days before the end of the last reminder that was sent.
  reminded integer,
  opened_at timestamptz,
  ended_at timestamptz,
  closed_at timestamptz,
  closed_by text,
  closer_name text not null default '',
  conclusion text not null default '',
  -- SHA-256 of the result, hexadecimal.
  result_sha256 text not null default '',
  primary key (tenant_id, id)
);

create index access_review_id on access_review (id);
-- For the list of a tenant, latest first.
create index access_review_list on access_review (tenant_id, first_day, id);
-- For the reviews that have to be opened or ended.
create index access_review_active on access_review (state, first_day)
  where state in ('planned', 'open');

-- A tenant's session reads and writes only the rows of its tenants, and none of the platform's.
alter table access_review enable row level security, force row level security;
create policy unconfined on access_review to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on access_review for select to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on access_review for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on access_review for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on access_review for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
-- An inspector's session reads the inspected studies only.
create policy inspected on access_review as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else study_id = any ((select app_studies())::text[]) end);

grant select, insert, update on access_review to atrium_platform, atrium_tenant, atrium_system;
