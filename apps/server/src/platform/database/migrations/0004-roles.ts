import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { entityTable } from './tenant-table.ts'

/** Roles, menus and which role holds which menu: the platform's, read by all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await entityTable(
    db,
    'role',
    sql`
      id text primary key,
      name text not null,
      name_en text not null default '',
      description text not null default '',
      status smallint not null default 0 check (status in (0, 1)),
      role_type smallint not null check (role_type in (1, 2)),
      super_admin smallint not null default 1 check (super_admin in (0, 1))`,
  )
  await entityTable(
    db,
    'menu',
    sql`
      id text primary key,
      code text unique,
      name text not null,
      name_en text not null default '',
      description text not null default '',
      parent_id text not null default '0',
      seq integer not null,
      url text not null default '',
      icon text not null default '',
      status smallint not null default 0 check (status in (0, 1)),
      resource_type text not null default ''`,
  )
  await sql`create index menu_parent on menu (parent_id, seq)`.execute(db)
  await sql`create table role_menu (
    role_id text not null references role (id) on delete cascade,
    menu_id text not null references menu (id) on delete cascade,
    primary key (role_id, menu_id)
  )`.execute(db)
  await sql`create index role_menu_menu on role_menu (menu_id)`.execute(db)
  for (const table of ['role', 'menu', 'role_menu']) {
    await grant(db, table, {
      atrium_platform: everything,
      atrium_tenant: ['select'],
      atrium_system: ['select'],
    })
  }
}
