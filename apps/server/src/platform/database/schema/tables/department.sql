-- Departments of tenants. A department is one level below its parent, and its row repeats the parent's level. When a
-- department moves, those below it move along (on update cascade). A department below itself would sink past the
-- deepest level, which the check rejects. So even concurrent writes cannot form a circle.
create table department (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  -- Null at the top level.
  parent_id text,
  -- Set by a trigger.
  parent_level smallint,
  -- 1 at the top level.
  level smallint not null generated always as (coalesce(parent_level, 0) + 1) stored,
  department_name text not null,
  primary key (tenant_id, id),
  constraint department_place unique (tenant_id, id, level),
  constraint department_level check (level between 1 and 20),
  constraint department_root check ((parent_id is null) = (parent_level is null)),
  constraint department_parent foreign key (tenant_id, parent_id, parent_level)
    references department (tenant_id, id, level) on update cascade
);

create index department_id on department (id);
create index department_children on department (tenant_id, parent_id, parent_level);
-- No two names below one parent differ only in case or width.
create unique index department_name_unique on department
  (tenant_id, parent_id, lower(normalize(department_name, nfkc))) nulls not distinct;
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index department_name_unique_folded on department (tenant_id, parent_id, fold_text(department_name));

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table department enable row level security, force row level security;
create policy unconfined on department to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on department for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on department for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on department for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on department for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));

grant select, insert, update, delete on department to atrium_platform, atrium_tenant;

create function department_parent_level() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  begin
    select level into new.parent_level from public.department
    where tenant_id = new.tenant_id and id = new.parent_id;
    return new;
  end $$;

create trigger department_parent_level before insert or update of tenant_id, parent_id on department
  for each row execute function department_parent_level();
