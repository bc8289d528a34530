import type { Call, RequestOf } from '@atrium/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** The order of a list: by a column and then by the key, so that no two rows are equal. */
export interface Order {
  readonly column: string
  /** Whether the column has names, which are sorted by `inNameOrder`. */
  readonly byName: boolean
  readonly key: string
  readonly direction: 'asc' | 'desc'
}

/** The fields that the list of a call can be sorted by; see the contract's `ordering`. */
type SortField<C extends Call> = RequestOf<C> extends { sortBy?: infer Field } ? Field & string : never

/** The requested order of a list. */
export interface Ordering<C extends Call> {
  readonly sortBy?: SortField<C> | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

type Column<Table extends keyof Database> = keyof Database[Table] & string

/** Maps fields to the columns to sort by, at least each field that is not a column of the table. */
type Others<Table extends keyof Database, C extends Call> = Readonly<
  Partial<Record<SortField<C>, Column<Table>>> &
    Record<Exclude<SortField<C>, Column<Table> | 'createTime'>, Column<Table>>
>

/**
 * Returns a function that maps a requested order to columns; the default is latest first.
 * @param table has an index for each column that it can be sorted by
 * @param others the columns of fields with another name
 * @param names the fields that hold names; their indexes use the order of `inNameOrder`
 * @param made the field with the time at which a row was created
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

/** Returns a name in the collation of lists: Chinese by pinyin, Latin without regard to case. */
export const inNameOrder = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${name} collate "zh-x-icu"`

/** Returns the value that an order compares rows by. */
export const positionIn = ({ column, byName }: Order): RawBuilder<unknown> =>
  byName ? inNameOrder(sql.ref(column)) : sql.ref(column)

/** Sorts rows. */
export const inOrder = <TB extends keyof Database, Columns>(
  query: SelectQueryBuilder<Database, TB, Columns>,
  order: Order,
) => query.orderBy(positionIn(order), order.direction).orderBy(sql.ref(order.key), order.direction)
