import { sql } from 'kysely'
import type { TestDatabase } from '../../../test-support/index.ts'

/** Tables whose rows come and go with every attempt, whatever becomes of it. */
export const transientTables = [
  'login_failure',
  'captcha',
  'one_time_code',
  'password_nonce',
  'rate_limit',
  'audit_seal',
  'failed_sign_in_tally',
]

/** What moves in rows without their being changed: sessions keep when they were used, and that it was by an administrator. */
export const volatileColumns = ['expires_at', 'last_seen_at', 'administrator']

/** The tables that calls change; all test databases have the same. */
let tablesOfSchema: Promise<readonly string[]> | undefined

async function readTables({ owner }: TestDatabase): Promise<readonly string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${transientTables}::text[])
    order by 1`.execute(owner)
  return tables.rows.map(({ name }) => name)
}

/** Every row of every table, as text in order, table by table and as of one moment: to see what a call has changed. */
export async function snapshot(database: TestDatabase): Promise<Record<string, string[]>> {
  tablesOfSchema ??= readTables(database)
  const tables = await tablesOfSchema
  const rowsOf = (name: string) => sql`
    select ${sql.lit(name)} as name, json_agg(row order by row collate "C") as rows
    from (select (to_jsonb(t) - ${sql.lit(`{${volatileColumns}}`)}::text[])::text as row from ${sql.table(name)} t)`
  const union = sql<{
    name: string
    rows: string[] | null
  }>`${sql.join(tables.map(rowsOf), sql` union all `)}`
  const { rows } = await union.execute(database.owner)
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows ?? []]))
}
