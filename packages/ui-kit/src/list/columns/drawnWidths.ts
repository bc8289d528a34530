import type { Column } from '../column.ts'

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
