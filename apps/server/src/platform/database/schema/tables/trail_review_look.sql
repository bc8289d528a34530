-- What a reviewer opened in a review, and what they saw. Rows are never deleted.
create table trail_review_look (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  review_id text not null,
  area text not null,
  user_id text not null,
  user_name text not null,
  full_name text not null,
  -- Numbers of events, and of those by the user.
  events integer not null,
  own integer not null,
  first_sequence bigint,
  last_sequence bigint,
  -- Whether the user was blinded in a study.
  is_partial boolean not null,
  constraint trail_review_look_review_fkey
    foreign key (tenant_id, review_id) references trail_review (tenant_id, id),
  primary key (tenant_id, id)
);

create index trail_review_look_id on trail_review_look (id);
create index trail_review_look_review on trail_review_look (tenant_id, review_id, created_at);

-- A tenant's session reads and writes only the rows of its tenants, and none of the platform's.
alter table trail_review_look enable row level security, force row level security;
create policy unconfined on trail_review_look to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on trail_review_look for select to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on trail_review_look for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on trail_review_look for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on trail_review_look for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
-- An inspector's session reads those of reviews of the inspected studies only.
create policy inspected on trail_review_look as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else exists (select from trail_review r
    where r.tenant_id = trail_review_look.tenant_id and r.id = trail_review_look.review_id) end);

grant select, insert, update on trail_review_look to atrium_platform, atrium_tenant, atrium_system;
