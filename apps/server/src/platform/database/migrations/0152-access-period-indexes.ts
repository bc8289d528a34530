import { type Kysely, sql } from 'kysely'

export const inTransaction = false

const indexes = [
  ['app_user_role_until', sql`app_user (role_until) where role_until is not null`],
  ['tenant_user_access_from', sql`tenant_user (access_from) where access_from is not null`],
  ['tenant_user_access_until', sql`tenant_user (access_until) where access_until is not null`],
  ['tenant_user_role_until', sql`tenant_user (role_until) where role_until is not null`],
  ['study_user_access_from', sql`study_user (access_from) where access_from is not null`],
  ['study_user_access_until', sql`study_user (access_until) where access_until is not null`],
  [
    'product_authorization_until',
    sql`product_authorization ((accepted_grants ->> 'accessUntil')) where accepted_grants ? 'accessUntil'`,
  ],
] as const

/** Indexes for access that begins or ends, and for reminders of its end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, what] of indexes) {
    // An interrupted build leaves an invalid index.
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create index concurrently ${sql.id(name)} on ${what}`.execute(db)
  }
}
