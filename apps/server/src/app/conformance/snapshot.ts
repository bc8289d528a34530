import { type RawBuilder, sql } from 'kysely'
import type { TestDatabase } from '../../../test-support/index.ts'

/** Tables whose rows change with every attempt, rejected or not. */
const transientTables = [
  'login_failure',
  'captcha',
  'one_time_code',
  'password_nonce',
  'product_nonce',
  'team_nonce',
  'release_person',
  'hand_over',
  'product_call',
  'file_upload',
  'rate_limit',
  'audit_seal',
  'failed_sign_in_tally',
]

/**
 * Columns that requests update without changing the row otherwise: when a session was last used, and whether an
 * administrator used it.
 */
const volatileColumns = ['expires_at', 'last_seen_at', 'administrator']

/** Tables that calls may change, without the partitions of a table. All test databases have the same tables. */
let tablesOfSchema: Promise<readonly string[]> | undefined

async function readTables({ owner }: TestDatabase): Promise<readonly string[]> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${transientTables}::text[])
    order by 1`.execute(owner)
  return tables.rows.map(({ name }) => name)
}

/** Condition for the rows to read. */
type Condition = RawBuilder<unknown>

const every = sql`true`

/** Sorted rows as JSON text, by table name. */
type TableRows = Record<string, string[]>

/** Rows of a table, and the table's version when they were read. */
interface Read {
  readonly version: string
  readonly rows: string[]
}

/** Rows read earlier, by database and condition. Most tables do not change between calls, and some are long. */
const earlier = new WeakMap<TestDatabase, Map<string, Map<string, Read>>>()

const readBefore = (database: TestDatabase, key: string): Map<string, Read> => {
  const ofDatabase = earlier.get(database) ?? new Map<string, Map<string, Read>>()
  earlier.set(database, ofDatabase)
  const read = ofDatabase.get(key) ?? new Map<string, Read>()
  ofDatabase.set(key, read)
  return read
}

/**
 * Selects a value that changes whenever a row of the table is added, removed or written, even with the same content:
 * it sums the ids of the writing transactions (xmin).
 */
const versionOf = (name: string) => sql`
  select ${sql.lit(name)} as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as version
  from ${sql.table(name)}`

const rowsOf = (name: string, condition: Condition) => sql`
  select ${sql.lit(name)} as name, coalesce(json_agg(row order by row collate "C"), '[]') as rows
  from (select (to_jsonb(t) - ${sql.lit(`{${volatileColumns}}`)}::text[])::text as row
    from ${sql.table(name)} t where ${condition}) read`

/** Reads all tables as of one moment. Tables that have not changed since the last read are not read again. */
const readRows = async (database: TestDatabase, key: string, condition: Condition): Promise<TableRows> => {
  tablesOfSchema ??= readTables(database)
  const tables = await tablesOfSchema
  const read = readBefore(database, key)
  await database.owner
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const union = (queries: readonly RawBuilder<unknown>[]) => sql.join(queries, sql` union all `)
      const found = await sql<{ name: string; version: string }>`${union(tables.map(versionOf))}`.execute(trx)
      const versions = new Map(found.rows.map(({ name, version }) => [name, version]))
      const changed = tables.filter((name) => read.get(name)?.version !== versions.get(name))
      if (changed.length === 0) return
      const again = await sql<{
        name: string
        rows: string[]
      }>`${union(changed.map((name) => rowsOf(name, condition)))}`.execute(trx)
      for (const { name, rows } of again.rows) read.set(name, { version: versions.get(name) ?? '', rows })
    })
  return Object.fromEntries(tables.map((name) => [name, read.get(name)?.rows ?? []]))
}

/** Returns every row of every table, to show what a call changed. */
export const snapshot = (database: TestDatabase): Promise<TableRows> => readRows(database, '', every)

/**
 * Returns every row of the database that contains a text, by table. It leaves out the audit trail's failed password
 * attempts: they name the user, and are written because the attempt was rejected.
 */
export const rowsWith = (database: TestDatabase, text: string): Promise<TableRows> =>
  readRows(
    database,
    text,
    sql`t::text like ${`%${text}%`} and to_jsonb(t)->>'entity' is distinct from 'failed_sign_in'`,
  )
