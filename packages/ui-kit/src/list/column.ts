import type { Call, InputOf, ResponseOf } from '@atrium/contract'
import { createElement, type ReactNode } from 'react'
import { ShortenedName } from './ShortenedName.tsx'

/** The rows of a list call. */
export type RowOf<C extends Call> = ResponseOf<C> extends { list: (infer Row)[] } ? Row : never

export interface ColumnFilter {
  /** The list's filter, by its wire name; the column's key unless said otherwise. */
  readonly name?: string
  /** Possible values of the column; undefined while they load. */
  readonly choices: readonly { readonly value: string; readonly label: string }[] | undefined
  /** Whether there are more choices than these. */
  readonly hasMore?: boolean
}

interface ColumnFacts {
  readonly title: string
  /** Minimum width in a narrow table, in pixels. It grows with its content, and the user may change it. */
  readonly width: number
  /** Names of products, abbreviated if the column is too narrow for them. */
  readonly shortened?: boolean
  /** Numbers: right-aligned, rounded to 2 decimals. */
  readonly numeric?: boolean
  /** How the list is filtered by it, if it has states or categories. */
  readonly filter?: ColumnFilter
  /** Stays visible whatever the user chooses, e.g. the name. */
  readonly always?: boolean
  /** Not shown until the user chooses it. */
  readonly hidden?: boolean
  /** Identifies the row: stays at the left edge while the table scrolls sideways. One column in each wide table. */
  readonly pinned?: boolean
  /** The column of the row's buttons: at the right edge, always in sight. */
  readonly actions?: boolean
}

/** Shows a field of the row as it is, or what is made of the row under a key unique in the table. */
type Content<Row, Key extends string> =
  | { readonly key: Key & keyof Row; readonly render?: (row: Row) => ReactNode }
  | { readonly key: Key; readonly render: (row: Row) => ReactNode }

/**
 * A column of a table.
 * @typeParam SortKey sort keys of the list: a sortable column has such a key, which is a `sortBy`
 */
export type Column<Row, SortKey extends string = string> = ColumnFacts &
  (
    | (Content<Row, string> & { readonly sortable?: false })
    | (Content<Row, SortKey> & { readonly sortable: true })
  )

type SortKeyOf<C extends Call> = InputOf<C> extends { sortBy?: infer Key } ? Key & string : never

/** The columns of a call's list. */
export type ColumnsOf<C extends Call> = readonly Column<RowOf<C>, SortKeyOf<C>>[]

/** The list's filter that a column's filter sets. */
export const filterNameOf = <Row>({ key, filter }: Column<Row>): string => filter?.name ?? key

/** The keys of the columns that are not shown: what the user chose, at first those that wait to be chosen. */
export const hiddenOf = <Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): readonly string[] => chosen ?? columns.filter(({ hidden }) => hidden).map(({ key }) => key)

export interface Sort {
  readonly by: string
  readonly order: 'asc' | 'desc'
}

/** The order after a click on a column's title: ascending, descending, then none. */
export function nextSort(present: Sort | undefined, by: string): Sort | undefined {
  if (present?.by !== by) return { by, order: 'asc' }
  return present.order === 'asc' ? { by, order: 'desc' } : undefined
}

export interface Resizing {
  /** The accessible name of the handle. */
  readonly label: string
  readonly width: number
  readonly onResize: (width: number) => void
}

/** A column as it is drawn: one that the page asked for, or one that the table puts before those. */
export interface DrawnColumn<Row> {
  readonly key: string
  readonly title: ReactNode
  /** In pixels. */
  readonly width: number
  readonly className?: string
  /** The order of the list, if it is sorted by this column. */
  readonly sorted?: 'ascending' | 'descending'
  /** How its edge is moved; without it the edge stays. */
  readonly resizing?: Resizing
  /** @param index of the row in its page, from 0 */
  readonly render: (row: Row, index: number) => ReactNode
}

/** Text of an empty cell. */
const dash = '–'

const isEmpty = (content: ReactNode): boolean =>
  content === undefined || content === null || content === '' || typeof content === 'boolean'

/** The content of a cell. */
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
 * Rounds to 2 decimals, halves away from zero in the decimal notation: 1.005 becomes 1.01, although the
 * nearest binary number is a little less.
 */
export function round2(value: number): number {
  // From here on a number has no decimals.
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 52) return value
  const [digits = '0', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + 2}`))
  return Math.sign(value) * Number(`${shifted}e-2`)
}
