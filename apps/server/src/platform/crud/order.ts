import type { Call, RequestOf } from '@atrium/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** The order of a list: by a column, and where that is equal by the key, so that no two rows are equal. */
export interface Order {
  readonly column: string
  /** Whether the column holds names, which stand in the order in which people look for them. */
  readonly byName: boolean
  readonly key: string
  readonly direction: 'asc' | 'desc'
  /** Whether it is that in which the rows were made, and so lie. */
  readonly asMade?: boolean
}

/** The fields that the list of a call can be sorted by; see the contract's `ordering`. */
type SortField<C extends Call> = RequestOf<C> extends { sortBy?: infer Field } ? Field & string : never

/** The order that a list is asked for in. */
export interface Ordering<C extends Call> {
  readonly sortBy?: SortField<C> | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

type Column<Table extends keyof Database> = keyof Database[Table] & string

/** The columns to sort by for some fields: for each that is no column of the table itself, at least. */
type Others<Table extends keyof Database, C extends Call> = Readonly<
  Partial<Record<SortField<C>, Column<Table>>> &
    Record<Exclude<SortField<C>, Column<Table> | 'createTime'>, Column<Table>>
>

/**
 * Makes what turns an asked order into a list's own; by default the latest first.
 * @param table whose rows the list is of, with an index for each column that it can be sorted by
 * @param others the columns behind fields, where they are not called as their columns are
 * @param names the fields that are names; their indexes are in the order of `inNameOrder`
 * @param made the field that says when a row was made
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
      asMade: field === made,
    }
  }

/** A name as lists are put in order by it: Chinese by pinyin, Latin without regard to case. */
export const inNameOrder = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${name} collate "zh-x-icu"`

/** What rows in an order are compared by. */
export const placeIn = ({ column, byName }: Order): RawBuilder<unknown> =>
  byName ? inNameOrder(sql.ref(column)) : sql.ref(column)

/** Puts rows in an order. */
export const inOrder = <TB extends keyof Database, Columns>(
  query: SelectQueryBuilder<Database, TB, Columns>,
  order: Order,
) => query.orderBy(placeIn(order), order.direction).orderBy(sql.ref(order.key), order.direction)
