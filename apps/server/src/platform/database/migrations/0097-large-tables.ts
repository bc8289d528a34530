import { type Kysely, sql } from 'kysely'

export const inTransaction = false

/** Keys that are random, and so alike only by a chance that does not come; each with the rule that says so. */
export const randomKeys = [
  { table: 'invitation', column: 'key_hash', rule: 'constraint', name: 'invitation_key_hash_key' },
  { table: 'file', column: 'content_key', rule: 'constraint', name: 'file_content_unique' },
  { table: 'hand_over', column: 'code_hash', rule: 'index', name: 'hand_over_code' },
] as const

/** Names in the order of code points, which 0035 left to the version before it. */
const outdated = [
  ...['app_user_list_full_name', 'app_user_normal_full_name'],
  ...['app_user_list_user_name_key', 'app_user_normal_user_name_key'],
  ...['tenant_tenant_name', 'tenant_abbr', 'site_site_name'],
]

/** What large tables need, and need not bear: indexes by which random keys are looked up once their rules are gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What was known of their ids is gone since 0092, and of the whole of a partitioned table PostgreSQL counts nothing by itself.
  await sql`analyze audit_event, message, message_attempt`.execute(db)
  for (const { table, column } of randomKeys) {
    const index = sql.id(`${table}_by_${column}`)
    // One that was broken off is left invalid; the rule's own is there until the next migration.
    await sql`drop index concurrently if exists ${index}`.execute(db)
    await sql`create index concurrently ${index} on ${sql.table(table)} (${sql.ref(column)})`.execute(db)
  }
  for (const name of outdated) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
}
