import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { confineToTenants, tenantTable } from './tenant-table.ts'

/**
 * The departments of tenants, and who is in them.
 *
 * A department is one level below its parent, whose level its row repeats: a department that moves takes those below it
 * along (on update cascade), and one that came to stand below itself would sink past the deepest level, which the check
 * refuses. So no two writes, however they cross, can make a circle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'department',
    sql`
      parent_id text,
      parent_level smallint,
      level smallint not null generated always as (coalesce(parent_level, 0) + 1) stored,
      department_name text not null,
      constraint department_level check (level between 1 and 20),
      constraint department_root check ((parent_id is null) = (parent_level is null)),
      constraint department_place unique (tenant_id, id, level),
      constraint department_parent foreign key (tenant_id, parent_id, parent_level)
        references department (tenant_id, id, level) on update cascade`,
  )
  await sql`create index department_children on department (tenant_id, parent_id, parent_level)`.execute(db)
  await sql`create unique index department_name_unique
    on department (tenant_id, parent_id, lower(normalize(department_name, nfkc))) nulls not distinct`.execute(
    db,
  )
  await sql`create function department_parent_level() returns trigger language plpgsql as $$
    begin
      select level into new.parent_level from department where tenant_id = new.tenant_id and id = new.parent_id;
      return new;
    end $$`.execute(db)
  await sql`create trigger department_parent_level before insert or update of tenant_id, parent_id on department
    for each row execute function department_parent_level()`.execute(db)
  await sql`create table department_user (
    tenant_id text not null,
    department_id text not null,
    tenant_user_id text not null,
    primary key (tenant_id, department_id, tenant_user_id),
    constraint department_user_department foreign key (tenant_id, department_id) references department (tenant_id, id),
    constraint department_user_person foreign key (tenant_id, tenant_user_id)
      references tenant_user (tenant_id, id) on delete cascade
  )`.execute(db)
  await sql`create index department_user_person on department_user (tenant_id, tenant_user_id)`.execute(db)
  await confineToTenants(db, 'department_user')
  for (const role of ['atrium_platform', 'atrium_tenant'] as const) {
    await grant(db, 'department', { [role]: everything })
    await grant(db, 'department_user', { [role]: ['select', 'insert', 'delete'] })
  }
}
