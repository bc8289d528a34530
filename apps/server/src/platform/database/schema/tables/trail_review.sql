-- Reviews of the audit trail: by when, by whom and of what, what each covers, and its signed record. Rows are never
-- deleted.
create table trail_review (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  name text not null,
  -- The study to whose events the review is limited; '' for none.
  study_id text not null default '',
  -- Ids of users; none for all who hold the menus.
  reviewers text[] not null,
  -- What has to be looked at.
  areas text[] not null,
  -- yyyy-MM-dd, in the time zone of the deployment's profile. The first day of the first review; '' for the beginning of
  -- the trail.
  from_day text not null default '',
  due_day text not null,
  -- 0: not repeated.
  every_months integer not null default 0,
  state text not null default 'planned' check (state in ('planned', 'open', 'concluded', 'cancelled')),
  -- The review that this one repeats.
  previous_id text,
  -- Days before the due day of the last reminder that was sent.
  reminded integer,
  -- What it covers: whole batches of events, all of which are sealed. Null before it begins; from_at is null for the
  -- beginning of the trail.
  from_at timestamptz,
  until_at timestamptz,
  from_batch integer not null default 0,
  to_batch integer,
  first_sequence bigint,
  last_sequence bigint,
  -- The last seal that it covers, and the result of its verification when the review was concluded.
  seal_number integer,
  seal_sha256 text not null default '',
  seal_state text not null default '',
  concluded_at timestamptz,
  concluded_by text,
  concluder_name text not null default '',
  -- Whether whoever concluded it was blinded in a study.
  is_partial boolean not null default false,
  conclusion text not null default '',
  -- The signed content as canonical JSON, and its SHA-256, hex.
  record text not null default '',
  record_sha256 text not null default '',
  primary key (tenant_id, id)
);

create index trail_review_id on trail_review (id);
-- For the list of a tenant, latest due day first.
create index trail_review_list on trail_review (tenant_id, due_day, id);
-- For reminders and notices.
create index trail_review_due on trail_review (due_day) where state in ('planned', 'open');

-- A tenant's session reads and writes only the rows of its tenants, and none of the platform's.
alter table trail_review enable row level security, force row level security;
create policy unconfined on trail_review to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on trail_review for select to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on trail_review for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on trail_review for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on trail_review for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
-- An inspector's session reads the inspected studies only.
create policy inspected on trail_review as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else study_id = any ((select app_studies())::text[]) end);

grant select, insert, update on trail_review to atrium_platform, atrium_tenant, atrium_system;
