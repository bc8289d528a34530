import { codes, type TextKey, textKey } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database } from '../database/index.ts'
import type { Trx } from '../database/transaction.ts'
import { type FieldIssue, fieldIssue, reject, rejectField } from '../http/rejection.ts'

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'

/** The field that an issue names for each unique constraint. */
type Unique<Field extends string = string> = Readonly<Record<string, Field>>

/**
 * Runs a write and turns the violation of a foreign key into a rejection (404). The referenced row existed when the
 * rules were checked, and was deleted since.
 */
export async function rejectingDeletedReferences<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof DatabaseError && error.code === foreignKeyViolation) reject(codes.notFound)
    throw error
  }
}

/** Default message for a value that another row already has. */
const takenByDefault = textKey('rule.taken')

/**
 * Runs a write and turns the violation of a unique constraint into the rejection of its field. This happens only when
 * two requests write the same value at once, since `duplicateIssues` rejects any other duplicate.
 */
export async function rejectingDuplicates<Result>(
  unique: Unique,
  write: () => Promise<Result>,
  taken: TextKey = takenByDefault,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const field =
      error instanceof DatabaseError && error.code === uniqueViolation && unique[error.constraint ?? '']
    if (!field) throw error
    return rejectField(field, taken)
  }
}

/** A database index, with its keys and its condition as SQL. */
interface KeyIndex {
  readonly name: string
  readonly keys: readonly string[]
  readonly condition: string | null
  readonly nullsEqual: boolean
}

/**
 * Returns the name of the index over the folded text of a unique index's keys. The folded index is not unique, since
 * rows that were saved before their texts were folded may collide.
 */
const foldedName = (unique: string): string => `${unique}_folded`

/** Only migrations change indexes, so each index is read once. */
const known = new Map<string, KeyIndex>()

/**
 * Reads the indexes of these names, and the folded indexes that belong to them.
 * @returns the indexes of these names
 */
async function indexesOf(trx: Trx, names: readonly string[]): Promise<readonly KeyIndex[]> {
  if (names.some((name) => !known.has(name))) {
    const { rows } = await sql<KeyIndex>`
      select relname as name, indnullsnotdistinct as nulls_equal, pg_get_expr(indpred, indrelid) as condition,
        array(select pg_get_indexdef(indexrelid, key, true) from generate_series(1, indnkeyatts) as key) as keys
      from pg_index join pg_class on pg_class.oid = indexrelid
      where pg_table_is_visible(pg_class.oid) and relname = any(${names.flatMap((name) => [name, foldedName(name)])})`.execute(
      trx,
    )
    for (const index of rows) known.set(index.name, index)
  }
  return names.flatMap((name) => known.get(name) ?? [])
}

const inSql = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isExpression = (value: unknown): value is RawBuilder<unknown> =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value

/** Converts a row to JSON by SQL column names, including columns that SQL computes. */
function asJson(row: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  const plain = Object.entries(row).filter(([, value]) => !isExpression(value))
  const computed = Object.entries(row).flatMap(([column, value]) =>
    isExpression(value) ? [sql`|| jsonb_build_object(${column}::text, ${value})`] : [],
  )
  const json = JSON.stringify(Object.fromEntries(plain))
  return sql`${json}::jsonb ${sql.join(computed, sql` `)}`
}

/** A row to be written, by SQL column names. */
interface Sent {
  readonly table: keyof Database
  readonly row: Readonly<Record<string, unknown>>
}

/** Returns the keys of an index as the columns `key0`, `key1` … */
const keysOf = ({ keys }: KeyIndex) =>
  sql.raw(keys.map((expression, position) => `(${expression}) as key${position}`).join(', '))

const conditionOf = ({ condition }: KeyIndex) => sql.raw(condition ?? 'true')

/** Returns a query for the keys of a row in an index. The query finds nothing if the index excludes the row. */
const keysSent = ({ table, row }: Sent, index: KeyIndex) =>
  sql`select ${keysOf(index)} from jsonb_populate_record(null::${sql.table(table)}, ${asJson(row)}) where ${conditionOf(index)}`

/**
 * Returns the condition that a stored row has the same keys as the row to be written.
 * @param which the condition on the id of `stored`
 */
function isStored(sent: Sent, index: KeyIndex, which: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const isNull = (expression: string) => index.nullsEqual && sent.row[expression] === null
  const same = index.keys.map((expression, position) =>
    isNull(expression) ? `stored.key${position} is null` : `stored.key${position} = sent.key${position}`,
  )
  return sql<SqlBool>`exists (
    select from (${keysSent(sent, index)}) as sent
    join (select id, ${keysOf(index)} from ${sql.table(sent.table)} where ${conditionOf(index)}) as stored
      on ${sql.raw(same.join(' and '))}
    where ${which})`
}

/** Returns the folded index that belongs to a unique index. */
function foldedIndex(unique: KeyIndex): KeyIndex | undefined {
  const folded = known.get(foldedName(unique.name))
  return folded && { ...folded, nullsEqual: unique.nullsEqual }
}

/**
 * Returns the condition that another row has the new values of a row: in the keys of a unique index or, if the row
 * did not have these values before, in their folded text. A row that collided before texts were folded can therefore
 * still be saved.
 */
function isTaken(sent: Sent, unique: KeyIndex): RawBuilder<SqlBool> {
  const id = sent.row.id ?? ''
  const [another, itself] = [sql<SqlBool>`stored.id <> ${id}`, sql<SqlBool>`stored.id = ${id}`]
  const exact = isStored(sent, unique, another)
  const folded = foldedIndex(unique)
  if (!folded) return exact
  return sql<SqlBool>`(${exact} or ${isStored(sent, folded, another)} and not ${isStored(sent, folded, itself)})`
}

/** Makes writes of the same folded text wait for each other, since no constraint would reject the later one. */
async function lockFolded(trx: Trx, sent: Sent, indexes: readonly KeyIndex[]): Promise<void> {
  const folded = indexes.flatMap((unique) => foldedIndex(unique) ?? [])
  if (folded.length === 0) return
  const keys = folded.map(
    (index) => sql`select hashtextextended(row(${index.name}::text, sent)::text, 0) as key
      from (${keysSent(sent, index)}) as sent`,
  )
  // Locked in sorted order, so that two writers cannot wait for each other.
  await sql`select pg_advisory_xact_lock(key)
    from (select key from (${sql.join(keys, sql` union all `)}) as each order by key offset 0) as ordered`.execute(
    trx,
  )
}

interface UniqueOf<Field extends string> {
  readonly table: keyof Database
  readonly unique: Unique<Field>
  /** Message for a value that another row already has; `rule.taken` by default. */
  readonly taken?: TextKey | undefined
}

/**
 * Returns an issue for every field of a row whose value another row already has, compared by `foldText`, so that all
 * are reported at once. Rows that the caller's role cannot see, and concurrent writes, are left to the constraints
 * themselves.
 * @param unique the field that an issue names for each unique constraint of the table
 * @param values the values of the whole row if an existing row is changed
 */
export async function duplicateIssues<Field extends string>(
  trx: Trx,
  { table, unique, taken = takenByDefault }: UniqueOf<Field>,
  values: object,
): Promise<FieldIssue<Field>[]> {
  const indexes = await indexesOf(trx, Object.keys(unique))
  if (indexes.length === 0) return []
  const row = Object.fromEntries(Object.entries(values).map(([column, value]) => [inSql(column), value]))
  const sent = { table, row }
  await lockFolded(trx, sent, indexes)
  const checks = sql.join(indexes.map((index) => isTaken(sent, index)))
  const { rows } = await sql<{ taken: boolean[] }>`select array[${checks}] as taken`.execute(trx)
  return indexes.flatMap(({ name }, position) => {
    const field = unique[name]
    return field && rows[0]?.taken[position] ? [fieldIssue(field, taken)] : []
  })
}
