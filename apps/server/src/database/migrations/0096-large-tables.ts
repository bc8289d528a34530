import { type Kysely, sql } from 'kysely'

export const inTransaction = false

/** Keys that are random, and so alike only by a chance that does not come. */
const random = [
  { table: 'invitation', column: 'key_hash', unique: 'constraint', name: 'invitation_key_hash_key' },
  { table: 'file', column: 'content_key', unique: 'constraint', name: 'file_content_unique' },
  { table: 'hand_over', column: 'code_hash', unique: 'index', name: 'hand_over_code' },
] as const

/** Names in the order of code points, which 0035 left to the version before it. */
const outdated = [
  ...['app_user_list_full_name', 'app_user_normal_full_name'],
  ...['app_user_list_user_name_key', 'app_user_normal_user_name_key'],
  ...['tenant_tenant_name', 'tenant_abbr', 'site_site_name'],
]

/** What large tables need not bear. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await lookUpRandomKeys(db)
  for (const name of outdated) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
}

/**
 * Random keys are looked up by an index, and no longer compared over all tenants: a database that is spread over
 * machines by tenants can keep no such rule.
 */
async function lookUpRandomKeys(db: Kysely<unknown>): Promise<void> {
  for (const { table, column, unique, name } of random) {
    const index = sql.id(`${table}_by_${column}`)
    await sql`drop index concurrently if exists ${index}`.execute(db)
    await sql`create index concurrently ${index} on ${sql.table(table)} (${sql.ref(column)})`.execute(db)
    await (unique === 'index'
      ? sql`drop index concurrently if exists ${sql.id(name)}`
      : sql`alter table ${sql.table(table)} drop constraint if exists ${sql.id(name)}`
    ).execute(db)
  }
}
