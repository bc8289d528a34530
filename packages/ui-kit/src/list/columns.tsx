import { type RefObject, useMemo } from 'react'
import { useNarrow } from '../base/use-narrow.ts'
import { useKitText } from '../texts/index.ts'
import { ColumnTitle, type SortAndFilters } from './ColumnHead.tsx'
import { type Column, cellOf, type DrawnColumn, hiddenOf } from './column.ts'
import { type ContentWidths, useContentWidths, widestForContent } from './content-widths.ts'
import { type SelectableRows, selectionColumn } from './selection.tsx'
import { useListSettings } from './settings.ts'

/** Width of a row's buttons folded into a menu, in pixels. */
const menuWidth = 88

type Widths = Readonly<Record<string, number>>

interface Room {
  /** Widths set by the user, by column key. */
  readonly set: Widths
  /** Widths that the content of columns needs, by column key. */
  readonly content: Widths
  /** Keys of columns that contain a cell too long for any column. */
  readonly overlong?: readonly string[]
  /** Whether the screen is narrow, so that a row's buttons fold into a menu. */
  readonly narrow: boolean
  /** Width available for all columns; 0 until it is known. */
  readonly available: number
}

/** Maximum share by which text columns shrink, so that a scroll bar's width does not make a table scroll. */
const maxShrinking = 0.05

/** Minimum width of a column cut at the edge, in pixels: enough for a few letters and an ellipsis. */
const narrowestCut = 80

/**
 * Divides room among columns whose content needs more. Name columns come first, then columns that need the least, so
 * that as many as possible fit.
 * @returns the room for each column, by key
 */
function divide<Row>(
  room: number,
  columns: readonly Column<Row>[],
  wanted: (column: Column<Row>) => number,
): Widths {
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

const sumOf = (widths: Widths): number => Object.values(widths).reduce((sum, width) => sum + width, 0)

/**
 * Ends a column of a scrolling table at the visible edge if the edge would cut its text without an ellipsis. If too
 * little of the column would be left, widens the previous column up to the edge.
 */
function endAtEdge<Row>(
  columns: readonly Column<Row>[],
  widths: Widths,
  available: number,
  mayChange: (column: Column<Row>) => boolean,
): Widths {
  const widthOf = ({ key }: Column<Row>): number => widths[key] ?? 0
  const edge = columns.reduce((left, column) => (column.actions ? left - widthOf(column) : left), available)
  let start = 0
  let before: Column<Row> | undefined
  for (const column of columns.filter(({ actions }) => !actions)) {
    const rest = edge - start
    start += widthOf(column)
    if (start <= edge) {
      before = column
      continue
    }
    if (rest >= narrowestCut && mayChange(column)) return { ...widths, [column.key]: rest }
    if (before && mayChange(before)) return { ...widths, [before.key]: widthOf(before) + rest }
    break
  }
  return widths
}

/**
 * Returns the width of each column, in pixels. It is the width set by the user, or the configured width, or less if
 * the content needs less. Spare room goes first to columns whose content would be cut, then to those with an overlong
 * cell. The text columns share the remaining or missing room in proportion to their configured widths; only those that
 * are cut anyway share the missing room, if there are any.
 */
export function drawnWidths<Row>(
  columns: readonly Column<Row>[],
  { set, content, overlong = [], narrow, available }: Room,
): Widths {
  const own = ({ key, width, actions }: Column<Row>): number =>
    actions ? (content[key] ?? (narrow ? menuWidth : width)) : (set[key] ?? width)
  // A pinned column must leave room for the others on a narrow screen.
  const widest = ({ pinned, width }: Column<Row>): number => (pinned && narrow ? width : widestForContent)
  const isOverlong = ({ key }: Column<Row>): boolean => overlong.includes(key) && set[key] === undefined
  const whole = (column: Column<Row>): number => {
    if (column.actions || set[column.key] !== undefined) return own(column)
    const wanted = content[column.key] ?? column.width
    return Math.min(isOverlong(column) ? Math.max(wanted, column.width) : wanted, widest(column))
  }
  const min = (column: Column<Row>): number => Math.min(own(column), whole(column))
  const together = (width: (column: Column<Row>) => number, some = columns) =>
    some.reduce((sum, column) => sum + width(column), 0)
  const byKey = (width: (column: Column<Row>) => number) =>
    Object.fromEntries(columns.map((column) => [column.key, width(column)]))

  const sharing = columns.filter(
    ({ key, actions, numeric }) => !actions && !numeric && set[key] === undefined,
  )
  const shareOf =
    (room: number, among = sharing) =>
    (column: Column<Row>) =>
      among.includes(column) ? Math.floor((room * own(column)) / together(own, among)) : 0

  const room = available - together(min)
  // The table scrolls anyway, so nothing needs to be cut except at the edge.
  if (room < -maxShrinking * together(min, sharing))
    return endAtEdge(columns, byKey(whole), available, (column) => !column.pinned && sharing.includes(column))
  // Columns that are cut anyway shrink first, so that the others, such as times, stay whole.
  const cut = sharing.filter((column) => whole(column) > min(column))
  if (room < 0) return byKey((column) => min(column) + shareOf(room, cut.length > 0 ? cut : sharing)(column))
  const given = divide(room, columns, (column) => whole(column) - min(column))
  const left = room - sumOf(given)
  const further = divide(left, columns.filter(isOverlong), (column) => widest(column) - whole(column))
  const spare = left - sumOf(further)
  return byKey(
    (column) => min(column) + (given[column.key] ?? 0) + (further[column.key] ?? 0) + shareOf(spare)(column),
  )
}

/**
 * Returns the columns in the user's order. Columns that were never moved stay after their original neighbours; action
 * columns stay at the edge.
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

/** Decides which product names are abbreviated because the full names do not fit, and returns the resulting widths. */
function withShortNames<Row>(
  columns: readonly Column<Row>[],
  content: ContentWidths,
  room: Omit<Room, 'content' | 'overlong'>,
) {
  const { whole, overlong } = content
  const isCut = (widths: Widths) => (key: string) =>
    overlong.includes(key) || (widths[key] ?? 0) < (whole[key] ?? 0)
  const shortened = columns.filter((column) => column.shortened).map(({ key }) => key)
  const widths = drawnWidths(columns, { ...room, content: whole, overlong })
  const cut = shortened.filter(isCut(widths))
  if (cut.length === 0) return { widths, short: cut }
  const short = Object.fromEntries(cut.map((key) => [key, content.short[key] ?? 0]))
  const drawn = drawnWidths(columns, {
    ...room,
    content: { ...whole, ...short },
    overlong: overlong.filter((key) => !cut.includes(key)),
  })
  return { widths: drawn, short: cut.filter(isCut(drawn)) }
}

interface Settings {
  /** Width of each column, in pixels. */
  readonly widths: Widths
  /** Keys of the columns whose names are abbreviated. */
  readonly short: readonly string[]
  readonly arranging: SortAndFilters
  readonly onResize: (key: string, width: number) => void
  /** Returns the accessible name of a column's resize handle. */
  readonly resizeLabel: (title: string) => string
}

const ariaOrder = { asc: 'ascending', desc: 'descending' } as const

const classOf = <Row,>({ actions, pinned, numeric }: Column<Row>, isShort: boolean): string | undefined => {
  if (isShort) return 'short-cell'
  if (actions) return 'action-cell'
  if (pinned) return 'pinned-cell'
  return numeric ? 'number-cell' : undefined
}

/** Returns the page's columns as they are rendered. */
function drawnColumns<Row extends object>(
  columns: readonly Column<Row>[],
  { widths, short, arranging, onResize, resizeLabel }: Settings,
): DrawnColumn<Row>[] {
  const { sort } = arranging
  return columns.map((column) => {
    const { key, title } = column
    const width = widths[key] ?? column.width
    return {
      key,
      title: <ColumnTitle column={column} {...arranging} />,
      width,
      className: classOf(column, short.includes(key)),
      ...(sort?.by === key && { sorted: ariaOrder[sort.order] }),
      ...(!column.actions && {
        resizing: { label: resizeLabel(title), width, onResize: (next: number) => onResize(key, next) },
      }),
      render: (row) => cellOf(column, row),
    }
  })
}

/** Returns the width for the largest row number of a page, in pixels, with at least three digits. */
const rowNumberWidth = (offset: number): number => 18 + 9 * String(offset + 100).length

const widthOf = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0)

/** Returns the column of row numbers, which continue across pages. */
const rowNumbers = <Row,>(title: string, offset: number): DrawnColumn<Row> => ({
  key: 'rowNumber',
  title,
  width: rowNumberWidth(offset),
  className: 'row-number',
  render: (_row, index) => offset + index + 1,
})

interface Input<Row> {
  /** Name of the table, under which the choice and widths of columns are stored. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** Number of rows before the first one shown. */
  readonly offset: number
  /** Order and filters; must be the same object while nothing changes. */
  readonly arranging: SortAndFilters
  /** How rows are selected; undefined if they cannot be. */
  readonly selectable: SelectableRows<Row> | undefined
  readonly rows: readonly Row[] | undefined
  /** The scrolling element of the table. */
  readonly scroller: RefObject<HTMLElement | null>
  /** Width available for all columns in pixels; 0 until it is known. */
  readonly available: number
}

/** Returns the columns to render, as the user chose, ordered and sized them, and their total width. */
export function useColumns<Row extends { readonly id: string }>(input: Input<Row>) {
  const { name, columns, offset, arranging, selectable, scroller, available } = input
  const t = useKitText()
  const narrow = useNarrow()
  const { settings, change } = useListSettings(name)
  const { order, widths } = settings
  // Without checkboxes, the columns do not depend on the rows.
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
        ...withShortNames(visible, content, { set: widths, narrow, available: forData }),
        arranging,
        onResize: (key, width) => change({ widths: { ...widths, [key]: width } }),
        resizeLabel: (column) => t('list.resize', { column }),
      }),
    ]
  }, [visible, widths, content, arranging, narrow, change, leading, available, t])
  return { drawn, width: widthOf(drawn) }
}
