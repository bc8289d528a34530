import type { Call, RequestOf } from '@atrium/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** Order of a list: by a column and then by the key, so that no two rows are equal. */
export interface Order {
  readonly column: string
  /** Whether the column contains names, which are sorted by `inNameOrder`. */
  readonly byName: boolean
  readonly key: string
  readonly direction: 'asc' | 'desc'
}

/** Fields by which the list of a call can be sorted; see the contract's `ordering`. */
type SortField<C extends Call> = RequestOf<C> extends { sortBy?: infer Field } ? Field & string : never

/** The requested order of a list. */
export interface Ordering<C extends Call> {
  readonly sortBy?: SortField<C> | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

type Column<Table extends keyof Database> = keyof Database[Table] & string

/** Maps fields to the columns to sort by. Every field that is not a column of the table must be listed. */
type Others<Table extends keyof Database, C extends Call> = Readonly<
  Partial<Record<SortField<C>, Column<Table>>> &
    Record<Exclude<SortField<C>, Column<Table> | 'createTime'>, Column<Table>>
>

/**
 * Returns a function that maps a requested order to columns. The default is latest first.
 * @param table has an index for each column by which it can be sorted
 * @param others columns of the fields whose names differ
 * @param names fields that contain names; their indexes use the order of `inNameOrder`
 * @param made field with the creation time of a row
 */
export const orderOf =
  <Table extends keyof Database, C extends Call>(
    table: Table,
    _call: C,
    others: Others<Table, C>,
    names: readonly SortField<C>[],
    made: SortField<C> | 'createTime' = 'createTime',
  ) =>
  ({ sortBy, sortOrder }: Ordering<C>): Order => {
    const field = sortBy ?? made
    const columns: Readonly<Record<string, string>> = { createTime: 'createdAt', ...others }
    return {
      column: `${table}.${columns[field] ?? field}`,
      byName: names.some((name) => name === field),
      key: `${table}.id`,
      direction: sortOrder ?? (field === made ? 'desc' : 'asc'),
    }
  }

/** Returns SQL for a name in the collation of lists: Chinese by pinyin, Latin regardless of case. */
export const inNameOrder = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${name} collate "zh-x-icu"`

/** Returns the value by which an order compares rows. */
export const positionIn = ({ column, byName }: Order): RawBuilder<unknown> =>
  byName ? inNameOrder(sql.ref(column)) : sql.ref(column)

/** Sorts rows. */
export const inOrder = <TB extends keyof Database, Columns>(
  query: SelectQueryBuilder<Database, TB, Columns>,
  order: Order,
) => query.orderBy(positionIn(order), order.direction).orderBy(sql.ref(order.key), order.direction)
