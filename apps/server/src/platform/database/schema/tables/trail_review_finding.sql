-- Findings of reviews of the audit trail, and what was done about them. Rows are never deleted.
create table trail_review_finding (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  review_id text not null,
  area text not null,
  severity text not null check (severity in ('minor', 'major', 'critical')),
  finding text not null,
  -- Event of the trail; '' for none.
  event_id text not null default '',
  -- What is to be done, by whom and until when; '' if it is not known.
  action text not null default '',
  responsible text not null default '',
  due_day text not null default '',
  found_by text not null,
  finder_name text not null,
  -- Whether the finder was blinded in a study.
  is_partial boolean not null,
  -- What was done; '' until the finding is closed.
  outcome text not null default '',
  closed_at timestamptz,
  closed_by text,
  closer_name text not null default '',
  constraint trail_review_finding_review_fkey
    foreign key (tenant_id, review_id) references trail_review (tenant_id, id),
  primary key (tenant_id, id)
);

create index trail_review_finding_id on trail_review_finding (id);
create index trail_review_finding_review on trail_review_finding (tenant_id, review_id, created_at);

-- A tenant's session reads and writes only the rows of its tenants, and none of the platform's.
alter table trail_review_finding enable row level security, force row level security;
create policy unconfined on trail_review_finding to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on trail_review_finding for select to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on trail_review_finding for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on trail_review_finding for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on trail_review_finding for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
-- An inspector's session reads those of reviews of the inspected studies only.
create policy inspected on trail_review_finding as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else exists (select from trail_review r
    where r.tenant_id = trail_review_finding.tenant_id and r.id = trail_review_finding.review_id) end);

grant select, insert, update on trail_review_finding to atrium_platform, atrium_tenant, atrium_system;
