import { cellOf } from '../cell.ts'
import type { Column, Sort } from '../column.ts'
import type { DrawnColumn } from './drawnColumn.ts'
import { SortTitle } from './SortTitle.tsx'

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
export function drawnColumns<Row extends object>(
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
