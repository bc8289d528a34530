import { sql } from 'kysely'
import type { TestDatabase } from '../../../test-support/index.ts'

/** Tables whose rows come and go with every attempt, whatever becomes of it. */
export const fleeting = [
  'login_failure',
  'captcha',
  'one_time_code',
  'password_nonce',
  'rate_limit',
  'audit_seal',
  'failed_sign_in_tally',
]

/** What moves in rows without their being changed: sessions keep when they were used, and that it was by an administrator. */
export const sliding = ['expires_at', 'last_seen_at', 'administrator']

/** Every row of every table, as text in order, table by table: to see what a call has changed. */
export async function snapshot({ owner }: TestDatabase): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${fleeting}::text[])
    order by 1`.execute(owner)
  const contents: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - ${sliding}::text[])::text as row from ${sql.table(name)} t order by 1`.execute(
      owner,
    )
    contents[name] = rows.map(({ row }) => row)
  }
  return contents
}
