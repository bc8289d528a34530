import { codes, type TextKey, textKey } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database } from '../database/index.ts'
import type { Trx } from '../database/transaction.ts'
import { type FieldIssue, fieldIssue, refuse, refuseField } from '../http/refusal.ts'

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'

/** The field that each unique constraint is about. */
type Unique<Field extends string = string> = Readonly<Record<string, Field>>

/**
 * Runs a write and turns the violation of a foreign key into a refusal (404): what it refers to existed when the
 * rules were checked, and has been deleted since.
 */
export async function refusingDeletedReferences<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof DatabaseError && error.code === foreignKeyViolation) refuse(codes.notFound)
    throw error
  }
}

/** What is said of a value that another row has, where an entity says nothing else. */
const takenByDefault = textKey('rule.taken')

/**
 * Runs a write and turns the violation of a unique constraint into the refusal of its field. It happens only when two
 * requests write the same value at once: any other duplicate has been refused by `duplicateIssues`.
 */
export async function refusingDuplicates<Result>(
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
    return refuseField(field, taken)
  }
}

/** A unique index as the database keeps it, its keys and its condition as SQL. */
interface UniqueIndex {
  readonly name: string
  readonly keys: readonly string[]
  readonly condition: string | null
  readonly nullsEqual: boolean
}

/** Migrations alone change indexes: what one is of is read once. */
const known = new Map<string, UniqueIndex>()

async function indexesOf(trx: Trx, names: readonly string[]): Promise<readonly UniqueIndex[]> {
  if (names.some((name) => !known.has(name))) {
    const { rows } = await sql<UniqueIndex>`
      select relname as name, indnullsnotdistinct as nulls_equal, pg_get_expr(indpred, indrelid) as condition,
        array(select pg_get_indexdef(indexrelid, key, true) from generate_series(1, indnkeyatts) as key) as keys
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and pg_table_is_visible(pg_class.oid) and relname = any(${names})`.execute(trx)
    for (const index of rows) known.set(index.name, index)
  }
  return names.flatMap((name) => known.get(name) ?? [])
}

const inSql = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isExpression = (value: unknown): value is RawBuilder<unknown> =>
  typeof value === 'object' && value !== null && 'toOperationNode' in value

/** A row by the names of SQL as JSON, whatever of it is computed in SQL included. */
function asJson(row: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  const plain = Object.entries(row).filter(([, value]) => !isExpression(value))
  const computed = Object.entries(row).flatMap(([column, value]) =>
    isExpression(value) ? [sql`|| jsonb_build_object(${column}::text, ${value})`] : [],
  )
  const json = JSON.stringify(Object.fromEntries(plain))
  return sql`${json}::jsonb ${sql.join(computed, sql` `)}`
}

/** Whether another row has what a row, by the names of SQL, is to have in the keys of an index. */
function isTaken(
  table: keyof Database,
  { keys, condition, nullsEqual }: UniqueIndex,
  row: Readonly<Record<string, unknown>>,
): RawBuilder<SqlBool> {
  const key = sql.raw(keys.map((expression, place) => `(${expression}) as key${place}`).join(', '))
  const where = sql.raw(condition ?? 'true')
  const isNull = (expression: string) => nullsEqual && row[expression] === null
  const same = keys.map((expression, place) =>
    isNull(expression) ? `stored.key${place} is null` : `stored.key${place} = sent.key${place}`,
  )
  const sent = sql`jsonb_populate_record(null::${sql.table(table)}, ${asJson(row)})`
  return sql<SqlBool>`exists (
    select from (select ${key} from ${sent} where ${where}) as sent
    join (select id, ${key} from ${sql.table(table)} where ${where}) as stored on ${sql.raw(same.join(' and '))}
    where stored.id <> ${row.id ?? ''})`
}

interface UniqueOf<Field extends string> {
  readonly table: keyof Database
  readonly unique: Unique<Field>
  /** What is said of a value that another row has; `rule.taken` by default. */
  readonly taken?: TextKey | undefined
}

/**
 * Every field of a row to be written whose value another row has already, so that all of them are said at once. What
 * the caller's role does not see, and what is written at the same moment, is left to the constraints themselves.
 * @param unique the field that each unique constraint of the table is about
 * @param values those of the whole row, where one is changed with its id
 */
export async function duplicateIssues<Field extends string>(
  trx: Trx,
  { table, unique, taken = takenByDefault }: UniqueOf<Field>,
  values: object,
): Promise<FieldIssue<Field>[]> {
  const indexes = await indexesOf(trx, Object.keys(unique))
  if (indexes.length === 0) return []
  const row = Object.fromEntries(Object.entries(values).map(([column, value]) => [inSql(column), value]))
  const checks = sql.join(indexes.map((index) => isTaken(table, index, row)))
  const { rows } = await sql<{ taken: boolean[] }>`select array[${checks}] as taken`.execute(trx)
  return indexes.flatMap(({ name }, place) => {
    const field = unique[name]
    return field && rows[0]?.taken[place] ? [fieldIssue(field, taken)] : []
  })
}
