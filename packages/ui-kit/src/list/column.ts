import type { Call, InputOf } from '@atrium/contract'
import type { ReactNode } from 'react'
import type { RowOf } from './state/useList.ts'

interface ColumnFacts {
  readonly title: string
  /** Width in pixels at first; the user may change it, and columns of text share room to spare. */
  readonly width: number
  /** Numbers: right-aligned, rounded to 2 decimals. */
  readonly numeric?: boolean
  /** Stays visible whatever the user chooses, e.g. the name. */
  readonly always?: boolean
  /** Not shown until the user chooses it. */
  readonly hidden?: boolean
  /** The column of the row's buttons: at the right edge, always in sight. */
  readonly actions?: boolean
}

/** Shows a field of the row as it is, or what is made of the row under a key unique in the table. */
type Content<Row, Key extends string> =
  | { readonly key: Key & keyof Row; readonly render?: (row: Row) => ReactNode }
  | { readonly key: Key; readonly render: (row: Row) => ReactNode }

/**
 * A column of a table.
 * @typeParam SortKey what the list can be sorted by: a sortable column has such a key, which is then a `sortBy`
 */
export type Column<Row, SortKey extends string = string> = ColumnFacts &
  (
    | (Content<Row, string> & { readonly sortable?: false })
    | (Content<Row, SortKey> & { readonly sortable: true })
  )

type SortKeyOf<C extends Call> = InputOf<C> extends { sortBy?: infer Key } ? Key & string : never

/** The columns of the list that a call answers. */
export type ColumnsOf<C extends Call> = readonly Column<RowOf<C>, SortKeyOf<C>>[]

export interface Sort {
  readonly by: string
  readonly order: 'asc' | 'desc'
}

/** The order after a click on a column's title: ascending, descending, then none. */
export function nextSort(present: Sort | undefined, by: string): Sort | undefined {
  if (present?.by !== by) return { by, order: 'asc' }
  return present.order === 'asc' ? { by, order: 'desc' } : undefined
}
