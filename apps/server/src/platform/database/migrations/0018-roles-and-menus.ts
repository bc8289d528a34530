import { type Kysely, sql } from 'kysely'

/** The prefix that the entries of a delivered group share: what its address is. */
const prefixes = {
  systemManger: '/systemManger',
  tenantManager: '/tenantManager',
  projectManager: '/projectManager',
  software: '/software',
  securityPolicy: '/software',
  base: '/base',
  setting: '/setting',
}

/** What roles and menus need to be edited: names that are told apart, orders of lists, addresses of groups. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // As with tenants, no two may be told apart by case or by Unicode variants alone.
  await sql`create unique index role_name_unique on role (role_type, lower(normalize(name, nfkc)))`.execute(
    db,
  )
  await sql`create unique index menu_name_unique on menu (parent_id, lower(normalize(name, nfkc)))`.execute(
    db,
  )
  for (const column of ['name', 'role_type', 'created_at']) {
    await sql`create index ${sql.id(`role_${column}`)} on role (${sql.ref(column)}, id)`.execute(db)
  }
  for (const [code, url] of Object.entries(prefixes)) {
    await sql`update menu set url = ${url} where code = ${code} and url = ''`.execute(db)
  }
}
