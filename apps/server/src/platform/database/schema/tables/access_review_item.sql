-- Access under review, as it was when the review opened, and the decision on it. Rows are never deleted.
create table access_review_item (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  review_id text not null,
  -- The row of the access report.
  row_id text not null,
  kind text not null check (kind in ('system', 'member', 'role', 'study')),
  -- No foreign keys to people, studies and sites: a review outlives them.
  user_id text not null,
  full_name text not null,
  user_name text not null,
  study_id text,
  site_id text,
  software_id text,
  -- Hidden from users who are blinded in the study.
  is_rtsm boolean not null,
  -- What the access report showed, by language.
  shown jsonb not null,
  last_sign_in timestamptz,
  unusual text[] not null,
  -- Null: nobody may decide.
  reviewer_id text,
  -- Null until somebody has decided.
  answer text check (answer in ('confirm', 'change', 'revoke')),
  answer_until text not null default '',
  answer_unlimited boolean not null default false,
  answer_role_id text not null default '',
  answer_role text not null default '',
  answer_reason text not null default '',
  -- Null with an answer: nobody decided before the end.
  answered_by text,
  answerer_name text not null default '',
  answered_at timestamptz,
  -- Whether a change or revocation is in effect.
  applied text check (applied in ('pending', 'done', 'failed')),
  -- Key and values of the text why it was rejected.
  failure jsonb,
  constraint access_review_item_row unique (tenant_id, review_id, row_id),
  constraint access_review_item_review_fkey
    foreign key (tenant_id, review_id) references access_review (tenant_id, id),
  primary key (tenant_id, id)
);

create index access_review_item_id on access_review_item (id);
-- For the list of a review.
create index access_review_item_list on access_review_item
  (tenant_id, review_id, full_name collate "zh-x-icu", id);
-- For the work of a reviewer.
create index access_review_item_reviewer on access_review_item (reviewer_id, tenant_id, review_id);
-- For the changes and revocations that have to be made.
create index access_review_item_pending on access_review_item (answered_at)
  where applied = 'pending';

-- A tenant's session reads and writes only the rows of its tenants, and none of the platform's.
alter table access_review_item enable row level security, force row level security;
create policy unconfined on access_review_item to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on access_review_item for select to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on access_review_item for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on access_review_item for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on access_review_item for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
-- An inspector's session reads the inspected studies only.
create policy inspected on access_review_item as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else study_id = any ((select app_studies())::text[]) end);

grant select, insert, update on access_review_item to atrium_platform, atrium_tenant, atrium_system;
