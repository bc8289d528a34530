import { type RefObject, useMemo } from 'react'
import { useNarrow } from '../base/useNarrow.ts'
import { useKitText } from '../texts/index.ts'
import { ColumnTitle, type SortAndFilters } from './ColumnHead.tsx'
import { type Column, cellOf, type DrawnColumn, hiddenOf } from './column.ts'
import { type ContentWidths, useContentWidths } from './contentWidths.ts'
import { type SelectableRows, selectionColumn } from './selection.tsx'
import { useListSettings } from './settings.ts'

/** A row's buttons folded into a menu, in pixels. */
const menuWidth = 88

interface Room {
  /** Widths that the user has set, by the columns' keys. */
  readonly set: Readonly<Record<string, number>>
  /** What the columns' content takes. */
  readonly content: ContentWidths
  /** On narrow screens a row's buttons fold into a menu. */
  readonly narrow: boolean
  /** What there is for all columns; 0 while nobody knows. */
  readonly available: number
}

/** Of their widths columns of text do without so much, so that a scroll bar's breadth does not make a table scroll. */
const mostShrinking = 0.05

/** More than this no column is given for its content's sake, in pixels. */
const widestForContent = 360

/**
 * Divides room among columns whose content wants some: first those of names, then those that want least, so that most
 * are whole.
 * @returns what each gets, by its key
 */
function divide<Row>(
  room: number,
  columns: readonly Column<Row>[],
  wanted: (column: Column<Row>) => number,
): Readonly<Record<string, number>> {
  let left = room
  const inTurn = columns.toSorted(
    (one, other) =>
      Number(other.always ?? false) - Number(one.always ?? false) || wanted(one) - wanted(other),
  )
  const given = inTurn.map((column) => {
    const part = Math.min(wanted(column), left)
    left -= part
    return [column.key, part]
  })
  return Object.fromEntries(given)
}

/**
 * The width of each column, in pixels: as the user has set it, else its own, or less where its content takes less. Room
 * to spare goes first to columns whose content would be cut; what is left then, or the little that is wanting, the
 * columns of text share by their own widths.
 */
export function drawnWidths<Row>(
  columns: readonly Column<Row>[],
  { set, content, narrow, available }: Room,
): Readonly<Record<string, number>> {
  const own = ({ key, width, actions }: Column<Row>): number =>
    actions ? (content[key] ?? (narrow ? menuWidth : width)) : (set[key] ?? width)
  // What stays in sight must leave room beside it.
  const widest = ({ pinned, width }: Column<Row>): number => (pinned && narrow ? width : widestForContent)
  const whole = (column: Column<Row>): number =>
    column.actions || set[column.key] !== undefined
      ? own(column)
      : Math.min(content[column.key] ?? column.width, widest(column))
  const least = (column: Column<Row>): number => Math.min(own(column), whole(column))
  const together = (width: (column: Column<Row>) => number, some = columns) =>
    some.reduce((sum, column) => sum + width(column), 0)
  const byKey = (width: (column: Column<Row>) => number) =>
    Object.fromEntries(columns.map((column) => [column.key, width(column)]))

  const sharing = columns.filter(
    ({ key, actions, numeric }) => !actions && !numeric && set[key] === undefined,
  )
  const shareOf = (room: number) => (column: Column<Row>) =>
    sharing.includes(column) ? Math.floor((room * own(column)) / together(own, sharing)) : 0

  const room = available - together(least)
  // It scrolls, so that nothing need be cut.
  if (room < -mostShrinking * together(least, sharing)) return byKey(whole)
  if (room < 0) return byKey((column) => least(column) + shareOf(room)(column))
  const given = divide(room, columns, (column) => whole(column) - least(column))
  const spare = room - Object.values(given).reduce((sum, part) => sum + part, 0)
  return byKey((column) => least(column) + (given[column.key] ?? 0) + shareOf(spare)(column))
}

/**
 * The columns in the order that the user gave them: those that they never moved stay behind their neighbours, those of
 * the rows' buttons at the edge.
 */
export function inOrder<Row>(all: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const columns = all.filter(({ actions }) => !actions)
  const moved = columns
    .filter(({ key }) => order.includes(key))
    .sort((one, other) => order.indexOf(one.key) - order.indexOf(other.key))
  const arranged = columns.reduce<Column<Row>[]>((arranged, column, index) => {
    if (order.includes(column.key)) return arranged
    const before = arranged.findIndex(({ key }) => key === columns[index - 1]?.key)
    return arranged.toSpliced(before + 1, 0, column)
  }, moved)
  return [...arranged, ...all.filter(({ actions }) => actions)]
}

interface Settings {
  /** The width of each column, in pixels. */
  readonly widths: Readonly<Record<string, number>>
  readonly arranging: SortAndFilters
  readonly onResize: (key: string, width: number) => void
  /** The accessible name of a column's resize handle. */
  readonly resizeLabel: (title: string) => string
}

const ariaOrder = { asc: 'ascending', desc: 'descending' } as const

const classOf = <Row,>({ actions, pinned, numeric }: Column<Row>): string | undefined => {
  if (actions) return 'action-cell'
  if (pinned) return 'pinned-cell'
  return numeric ? 'number-cell' : undefined
}

/** The columns that the page asked for, as they are drawn. */
function drawnColumns<Row extends object>(
  columns: readonly Column<Row>[],
  { widths, arranging, onResize, resizeLabel }: Settings,
): DrawnColumn<Row>[] {
  const { sort } = arranging
  return columns.map((column) => {
    const { key, title } = column
    const width = widths[key] ?? column.width
    return {
      key,
      title: <ColumnTitle column={column} {...arranging} />,
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
  /** How many rows come before the first one shown. */
  readonly offset: number
  /** The same object while nothing changes. */
  readonly arranging: SortAndFilters
  /** How rows are selected; undefined where they are not. */
  readonly selectable: SelectableRows<Row> | undefined
  readonly rows: readonly Row[] | undefined
  /** What scrolls the table. */
  readonly scroller: RefObject<HTMLElement | null>
  /** The room for all columns in pixels, 0 while nobody knows. */
  readonly available: number
}

/** The columns to draw, as the user chose, ordered and sized them, and how wide they are together. */
export function useColumns<Row extends { readonly id: string }>(input: Input<Row>) {
  const { name, columns, offset, arranging, selectable, scroller, available } = input
  const t = useKitText()
  const narrow = useNarrow()
  const { settings, change } = useListSettings(name)
  const { order, widths } = settings
  // The columns of a table without boxes do not change with its rows.
  const rows = selectable && input.rows
  const leading = useMemo(
    () => [
      ...(selectable ? [selectionColumn(selectable, rows ?? [])] : []),
      rowNumbers<Row>(t('list.rowNumber'), offset),
    ],
    [selectable, rows, offset, t],
  )
  const visible = useMemo(() => {
    const hidden = hiddenOf(columns, settings.hidden)
    return inOrder(columns, order).filter(({ key }) => !hidden.includes(key))
  }, [columns, settings.hidden, order])
  const content = useContentWidths({
    scroller,
    keys: [...leading, ...visible].map(({ key }) => key).join(),
    columns,
    rows: input.rows,
    available,
  })
  const drawn = useMemo(() => {
    const forData = available - widthOf(leading)
    return [
      ...leading,
      ...drawnColumns(visible, {
        widths: drawnWidths(visible, { set: widths, content, narrow, available: forData }),
        arranging,
        onResize: (key, width) => change({ widths: { ...widths, [key]: width } }),
        resizeLabel: (column) => t('list.resize', { column }),
      }),
    ]
  }, [visible, widths, content, arranging, narrow, change, leading, available, t])
  return { drawn, width: widthOf(drawn) }
}
