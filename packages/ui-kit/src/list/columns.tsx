import { useMemo } from 'react'
import { useNarrow } from '../base/useNarrow.ts'
import { useKitText } from '../texts/index.ts'
import { SortTitle } from './ColumnHead.tsx'
import { type Column, cellOf, type DrawnColumn, type Sort } from './column.ts'
import { type SelectableRows, selectionColumn } from './selection.tsx'
import { type TableMemory, useTableMemory } from './tableSettings.ts'

/** A row's buttons folded into a menu, in pixels. */
const menuWidth = 88

interface Room {
  /** Widths that the user has set, by the columns' keys. */
  readonly set: Readonly<Record<string, number>>
  /** On narrow screens a row's buttons fold into a menu. */
  readonly narrow: boolean
  /** What there is for all columns; 0 while nobody knows. */
  readonly available: number
}

/** Of their widths columns of text do without so much, so that a scroll bar's breadth does not make a table scroll. */
const give = 0.05

/**
 * The width of each column: as the user has set it, else its own. Columns of text that the user has not set share the
 * room to spare, or the little that is wanting, by their widths. All in pixels.
 */
export function drawnWidths<Row>(
  columns: readonly Column<Row>[],
  { set, narrow, available }: Room,
): Readonly<Record<string, number>> {
  const ownWidth = ({ key, width, actions }: Column<Row>): number =>
    actions && narrow ? menuWidth : (set[key] ?? width)
  const together = (some: readonly Column<Row>[]) => some.reduce((sum, column) => sum + ownWidth(column), 0)
  const sharing = columns.filter(
    ({ key, actions, numeric }) => !actions && !numeric && set[key] === undefined,
  )
  const room = available - together(columns)
  const shared = room < -give * together(sharing) ? 0 : room
  const share = (column: Column<Row>): number =>
    sharing.includes(column) ? Math.floor((shared * ownWidth(column)) / together(sharing)) : 0
  return Object.fromEntries(columns.map((column) => [column.key, ownWidth(column) + share(column)]))
}

interface Settings {
  /** The width of each column, in pixels. */
  readonly widths: Readonly<Record<string, number>>
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
  readonly onResize: (key: string, width: number) => void
  /** The accessible name of a column's resize handle. */
  readonly resizeLabel: (title: string) => string
}

const ariaOrder = { asc: 'ascending', desc: 'descending' } as const

const classOf = <Row,>({ actions, numeric }: Column<Row>): string | undefined => {
  if (actions) return 'action-cell'
  return numeric ? 'number-cell' : undefined
}

/** The columns that the page asked for, as they are drawn. */
function drawnColumns<Row extends object>(
  columns: readonly Column<Row>[],
  { widths, sort, onSort, onResize, resizeLabel }: Settings,
): DrawnColumn<Row>[] {
  return columns.map((column) => {
    const { key, title } = column
    const width = widths[key] ?? column.width
    return {
      key,
      title: column.sortable ? <SortTitle column={column} sort={sort} onSort={onSort} /> : title,
      width,
      className: classOf(column),
      ...(sort?.by === key && { sorted: ariaOrder[sort.order] }),
      ...(!column.actions && {
        resizing: { label: resizeLabel(title), width, onResize: (next: number) => onResize(key, next) },
      }),
      render: (row) => cellOf(column, row),
    }
  })
}

/** Room for the largest number of a page, three digits at least, in pixels. */
const rowNumberWidth = (offset: number): number => 18 + 9 * String(offset + 100).length

const widthOf = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0)

/** The row numbers: they continue over pages. */
const rowNumbers = <Row,>(title: string, offset: number): DrawnColumn<Row> => ({
  key: 'rowNumber',
  title,
  width: rowNumberWidth(offset),
  className: 'row-number',
  render: (_row, index) => offset + index + 1,
})

interface Input<Row> {
  /** The table's name, under which choice and widths of columns are remembered. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** How many rows come before the first one shown; undefined where rows have no numbers. */
  readonly offset: number | undefined
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
  /** How rows are selected; undefined where they are not. */
  readonly selectable: SelectableRows<Row> | undefined
  readonly rows: readonly Row[] | undefined
  /** The room for all columns in pixels, 0 while nobody knows. */
  readonly available: number
}

/** The columns to draw, as the user chose and sized them, and what changes that choice. */
export function useColumns<Row extends { readonly id: string }>(input: Input<Row>) {
  const { name, columns, offset, sort, onSort, selectable, available } = input
  const t = useKitText()
  const narrow = useNarrow()
  const { memory, change, forget } = useTableMemory(name)
  // The columns of a table without boxes do not change with its rows.
  const rows = selectable && input.rows
  const leading = useMemo(
    () => [
      ...(selectable ? [selectionColumn(selectable, rows ?? [])] : []),
      ...(offset === undefined ? [] : [rowNumbers<Row>(t('list.rowNumber'), offset)]),
    ],
    [selectable, rows, offset, t],
  )
  const hidden = useMemo(
    () => memory.hidden ?? columns.filter(({ hidden }) => hidden).map(({ key }) => key),
    [memory.hidden, columns],
  )
  const drawn = useMemo(() => {
    const visible = columns.filter(({ key }) => !hidden.includes(key))
    const forData = available - widthOf(leading)
    const settings = {
      widths: drawnWidths(visible, { set: memory.widths, narrow, available: forData }),
      sort,
      onSort,
      onResize: (key: string, width: number) =>
        change(({ widths }: TableMemory) => ({ widths: { ...widths, [key]: width } })),
      resizeLabel: (column: string) => t('list.resize', { column }),
    }
    return [...leading, ...drawnColumns(visible, settings)]
  }, [columns, hidden, memory.widths, sort, narrow, onSort, change, leading, available, t])
  const choose = (hidden: readonly string[]) => change(() => ({ hidden }))
  return { drawn, width: widthOf(drawn), hidden, choose, forget }
}
