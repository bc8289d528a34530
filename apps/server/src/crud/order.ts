import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** The order of a list: by a column, and where that is equal by the key, so that no two rows are equal. */
export interface Order {
  readonly column: string
  readonly key: string
  readonly direction: 'asc' | 'desc'
}

/** The order that a list is asked for in; see the contract's `ordering`. */
export interface Ordering<Field extends string> {
  readonly sortBy?: Field | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

/**
 * Makes what turns an asked order into a list's own; by default the latest first.
 * @param key the column of its ids, e.g. `tenant.id`
 * @param columns the column behind each field that the list can be sorted by
 */
export const orderOf =
  <Field extends string>(key: string, columns: Readonly<Record<Field | 'createTime', string>>) =>
  ({ sortBy, sortOrder }: Ordering<Field>): Order => ({
    column: columns[sortBy ?? 'createTime'],
    key,
    direction: sortOrder ?? (sortBy === undefined || sortBy === 'createTime' ? 'desc' : 'asc'),
  })

/** Puts rows in an order. */
export const inOrder = <TB extends keyof Database, Columns>(
  query: SelectQueryBuilder<Database, TB, Columns>,
  { column, key, direction }: Order,
) => query.orderBy(sql.ref(column), direction).orderBy(sql.ref(key), direction)
