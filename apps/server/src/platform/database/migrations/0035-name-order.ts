import { type Kysely, sql } from 'kysely'

/** Lists that are put in the order of names. */
const names = [
  ['app_user', 'full_name'],
  ['app_user', 'user_name_key'],
  ['tenant', 'tenant_name'],
  ['tenant', 'abbr'],
  ['site', 'site_name'],
] as const

/**
 * Names stand in the order in which people look for them: Chinese ones by pinyin, Latin ones without regard to case.
 * And users in one state, the latest first. Most lists of users leave special ones out, so that each order of them has
 * an index without them too. The indexes in the order of code points stay for the version before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of names) {
    const order = sql`(${sql.ref(column)} collate "zh-x-icu", id)`
    await sql`create index ${sql.id(`${table}_by_${column}`)} on ${sql.table(table)} ${order}`.execute(db)
    if (table === 'app_user')
      await sql`create index ${sql.id(`app_user_normal_by_${column}`)} on app_user ${order}
        where user_type = '0'`.execute(db)
  }
  await sql`create index app_user_by_state on app_user (status, created_at, id)`.execute(db)
  await sql`create index app_user_normal_by_state on app_user (status, created_at, id)
    where user_type = '0'`.execute(db)
}
