import type { ReactNode } from 'react'

/** A column of a table. */
export interface Column<Row> {
  /** Unique in the table; without `render`, the row's field to show. */
  readonly key: string
  readonly title: string
  /** Width in pixels at first; the user may change it, and columns of text share room to spare. */
  readonly width: number
  readonly render?: (row: Row) => ReactNode
  /** Numbers: right-aligned, rounded to 2 decimals. */
  readonly numeric?: boolean
  /** Whether the list can be sorted by it: its key is then a `sortBy` of the call. */
  readonly sortable?: boolean
  /** Stays visible whatever the user chooses, e.g. the name. */
  readonly always?: boolean
  /** The column of the row's buttons: at the right edge, always in sight. */
  readonly actions?: boolean
}

export interface Sort {
  readonly by: string
  readonly order: 'asc' | 'desc'
}

/** The order after a click on a column's title: ascending, descending, then none. */
export function nextSort(present: Sort | undefined, by: string): Sort | undefined {
  if (present?.by !== by) return { by, order: 'asc' }
  return present.order === 'asc' ? { by, order: 'desc' } : undefined
}
