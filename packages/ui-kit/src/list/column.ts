import type { Call, InputOf, ResponseOf } from '@atrium/contract'
import { createElement, type ReactNode } from 'react'
import { ShortenedName } from './ShortenedName.tsx'

/** Type of the rows of a list call. */
export type RowOf<C extends Call> = ResponseOf<C> extends { list: (infer Row)[] } ? Row : never

export interface ColumnFilter {
  /** Wire name of the list's filter; the column's key by default. */
  readonly name?: string
  /** Possible values of the column; undefined while they load. */
  readonly choices: readonly { readonly value: string; readonly label: string }[] | undefined
  /** Whether there are more choices than those listed. */
  readonly hasMore?: boolean
}

interface ColumnFacts {
  readonly title: string
  /** Minimum width in a narrow table, in pixels. The column grows with its content, and the user may resize it. */
  readonly width: number
  /** Whether the column contains product names, which are abbreviated if the column is too narrow. */
  readonly shortened?: boolean
  /** Whether the column contains numbers: right-aligned, rounded to 2 decimals. */
  readonly numeric?: boolean
  /** Filter by this column, if it contains states or categories. */
  readonly filter?: ColumnFilter
  /** Whether the user cannot hide the column, e.g. the name. */
  readonly always?: boolean
  /** Whether the column is hidden until the user chooses it. */
  readonly hidden?: boolean
  /**
   * Whether the column identifies the row and stays at the left edge while the table scrolls sideways. Each wide
   * table has one.
   */
  readonly pinned?: boolean
  /** Whether the column contains the row's buttons. It stays visible at the right edge. */
  readonly actions?: boolean
}

/** Shows a field of the row unchanged, or the result of `render` under a key that is unique in the table. */
type Content<Row, Key extends string> =
  | { readonly key: Key & keyof Row; readonly render?: (row: Row) => ReactNode }
  | { readonly key: Key; readonly render: (row: Row) => ReactNode }

/**
 * A column of a table.
 * @typeParam SortKey sort keys of the list; the key of a sortable column must be one of them
 */
export type Column<Row, SortKey extends string = string> = ColumnFacts &
  (
    | (Content<Row, string> & { readonly sortable?: false })
    | (Content<Row, SortKey> & { readonly sortable: true })
  )

type SortKeyOf<C extends Call> = InputOf<C> extends { sortBy?: infer Key } ? Key & string : never

/** Type of the columns of a call's list. */
export type ColumnsOf<C extends Call> = readonly Column<RowOf<C>, SortKeyOf<C>>[]

/** Returns the name of the list's filter that a column's filter sets. */
export const filterNameOf = <Row>({ key, filter }: Column<Row>): string => filter?.name ?? key

/** Returns the keys of hidden columns: those that the user hid, or initially those marked as hidden. */
export const hiddenOf = <Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly string[] => chosen ?? columns.filter(({ hidden }) => hidden).map(({ key }) => key)

export interface Sort {
  readonly by: string
  readonly order: 'asc' | 'desc'
}

/** Returns the order after a click on a column's title: ascending, descending, then none. */
export function nextSort(present: Sort | undefined, by: string): Sort | undefined {
  if (present?.by !== by) return { by, order: 'asc' }
  return present.order === 'asc' ? { by, order: 'desc' } : undefined
}

export interface Resizing {
  /** Accessible name of the resize handle. */
  readonly label: string
  readonly width: number
  readonly onResize: (width: number) => void
}

/** A column as rendered: either defined by the page, or put before the page's columns by the table. */
export interface DrawnColumn<Row> {
  readonly key: string
  readonly title: ReactNode
  /** Width in pixels. */
  readonly width: number
  readonly className?: string
  /** Order of the list, if it is sorted by this column. */
  readonly sorted?: 'ascending' | 'descending'
  /** How the column is resized; undefined if it cannot be. */
  readonly resizing?: Resizing
  /**
   * Renders a cell.
   * @param index index of the row on its page, from 0
   */
  readonly render: (row: Row, index: number) => ReactNode
}

/** Text of an empty cell. */
const dash = '–'

const isEmpty = (content: ReactNode): boolean =>
  content === undefined || content === null || content === '' || typeof content === 'boolean'

/** Returns the content of a cell. */
export function cellOf<Row extends object>(column: Column<Row>, row: Row): ReactNode {
  if (column.render) {
    const content = column.render(row)
    return isEmpty(content) ? dash : content
  }
  const value: unknown = Reflect.get(row, column.key)
  if (typeof value === 'number') return round2(value)
  if (typeof value !== 'string' || value === '') return dash
  return column.shortened ? createElement(ShortenedName, { name: value }) : value
}

/**
 * Rounds to 2 decimals, halves away from zero in decimal notation: 1.005 becomes 1.01, although the nearest binary
 * number is slightly smaller.
 */
export function round2(value: number): number {
  // From 2 ** 52 upwards, numbers have no decimals.
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 52) return value
  const [digits = '0', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + 2}`))
  return Math.sign(value) * Number(`${shifted}e-2`)
}
