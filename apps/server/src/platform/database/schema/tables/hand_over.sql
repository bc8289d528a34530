-- Users on their way into a product, each with a code that is valid once and for a minute. A row is deleted with any
-- row that it refers to.
create table hand_over (
  tenant_id text not null references tenant (id) on delete cascade,
  id text not null,
  created_at timestamptz not null default now(),
  -- SHA-256 of the code in the address for computers, hex.
  code_hash text not null,
  software_id text not null references software (id) on delete cascade,
  tenant_url_id text not null,
  -- Null if the product is opened without a study.
  study_url_id text,
  user_id text not null references app_user (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Session in which the user opened the product. The code is deleted with it.
  session_hash text references session (token_hash) on delete cascade,
  -- Page at which the product receives the code.
  address text,
  -- Hash of the code in the address for phones, and the page there.
  mobile_code_hash text,
  mobile_address text,
  primary key (tenant_id, id),
  foreign key (tenant_id, tenant_url_id) references tenant_url (tenant_id, id) on delete cascade,
  foreign key (tenant_id, study_url_id) references study_url (tenant_id, id) on delete cascade
);

create index hand_over_expires_at on hand_over (expires_at);
create index hand_over_software on hand_over (software_id);
create index hand_over_domain on hand_over (tenant_id, tenant_url_id);
create index hand_over_study on hand_over (tenant_id, study_url_id);
create index hand_over_user on hand_over (user_id);
create index hand_over_session on hand_over (session_hash);
-- Codes are looked up across tenants, because a product that redeems one knows nothing else. Not unique, for the same
-- reason as in invitation.sql.
create index hand_over_by_code_hash on hand_over (code_hash);
create index hand_over_mobile_code on hand_over (mobile_code_hash);

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table hand_over enable row level security, force row level security;
create policy unconfined on hand_over to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on hand_over for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on hand_over for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on hand_over for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on hand_over for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on hand_over to atrium_system;
