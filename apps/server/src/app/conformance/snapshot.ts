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

/** Condition for the rows to read. */
type Condition = RawBuilder<unknown>

const every = sql`true`

/** Sorted rows as JSON text, by table name. */
type TableRows = Record<string, string[]>

/** A table as it was read last. */
interface Read {
  readonly version: string
  /** The oldest transaction that was still running, or had not begun: what was written later is read again. */
  readonly horizon: string
  /** Rows that meet the condition as text, and undefined for the others, by where and by whom they were written. */
  readonly found: ReadonlyMap<string, string | undefined>
  readonly rows: string[]
}

/** Tables read earlier, by database and condition. Most rows do not change between calls, and some tables are long. */
const earlier = new WeakMap<TestDatabase, Map<string, Map<string, Read>>>()

const readBefore = (database: TestDatabase, key: string): Map<string, Read> => {
  const ofDatabase = earlier.get(database) ?? new Map<string, Map<string, Read>>()
  earlier.set(database, ofDatabase)
  const read = ofDatabase.get(key) ?? new Map<string, Read>()
  ofDatabase.set(key, read)
  return read
}

/**
 * Creates a function that returns the version of each table that calls may change, without the partitions of a table.
 * A version changes whenever a row is added, removed or written, even with the same content: it sums the ids of the
 * writing transactions (xmin). A connection plans the statement of a function only once, and planning takes three
 * times as long as counting.
 */
async function createVersions({ owner }: TestDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${transientTables}::text[])
    order by 1`.execute(owner)
  const versions = rows.map(
    ({ name }) => sql`
      select ${sql.lit(name)}, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from public.${sql.table(name)}`,
  )
  await sql`create schema snapshot`.execute(owner)
  await sql`create function snapshot.versions() returns table (name text, version text) language plpgsql as $$ begin
      return query ${sql.join(versions, sql` union all `)};
    end $$`.execute(owner)
}

/** Databases that have the function. */
const prepared = new WeakMap<TestDatabase, Promise<void>>()

const prepareVersions = (database: TestDatabase): Promise<void> => {
  const preparing = prepared.get(database) ?? createVersions(database)
  prepared.set(database, preparing)
  return preparing
}

/** A row's place and writing transaction: together they name one version of the row. */
const key = sql`t.tableoid || ' ' || t.ctid || ' ' || t.xmin`

/** Reads the keys of all rows of a table, and the rows written since the horizon. */
const rowsOf = (name: string, condition: Condition, horizon: string) => sql`
  select ${sql.lit(name)} as name, coalesce(json_agg(${key}), '[]') as keys,
    coalesce(json_object_agg(${key}, case when ${condition} then (to_jsonb(t) - ${sql.lit(`{${volatileColumns}}`)}::text[])::text end)
      filter (where t.xmin::text::bigint >= ${sql.lit(horizon)}::bigint), '{}') as written
  from ${sql.table(name)} t`

/** Puts together what was read of a table earlier and now. */
function merge(
  { version, horizon }: Pick<Read, 'version' | 'horizon'>,
  { keys, written }: { readonly keys: readonly string[]; readonly written: Record<string, string | null> },
  before: Read | undefined,
): Read {
  const found = new Map(keys.map((name) => [name, written[name] ?? before?.found.get(name)]))
  const rows = [...found.values()].filter((row) => row !== undefined)
  return { version, horizon, found, rows: rows.sort() }
}

/** Reads all tables as of one moment. Rows that have not changed since the last read are not read again. */
const readRows = async (database: TestDatabase, of: string, condition: Condition): Promise<TableRows> => {
  await prepareVersions(database)
  const read = readBefore(database, of)
  const versions = await database.owner
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const present = await sql<{ name: string; version: string; horizon: string }>`
        select *, pg_snapshot_xmin(pg_current_snapshot())::text as horizon from snapshot.versions()`.execute(
        trx,
      )
      const changed = new Map(
        present.rows
          .filter(({ name, version }) => read.get(name)?.version !== version)
          .map((table) => [table.name, table]),
      )
      if (changed.size === 0) return present.rows
      const queries = [...changed.keys()].map((name) =>
        rowsOf(name, condition, read.get(name)?.horizon ?? '0'),
      )
      const again = await sql<{
        name: string
        keys: string[]
        written: Record<string, string | null>
      }>`${sql.join(queries, sql` union all `)}`.execute(trx)
      for (const { name, ...rows } of again.rows) {
        const table = changed.get(name)
        if (table) read.set(name, merge(table, rows, read.get(name)))
      }
      return present.rows
    })
  return Object.fromEntries(versions.map(({ name }) => [name, read.get(name)?.rows ?? []]))
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
