import type { TableColumnProps } from '@arco-design/web-react'
import { cellOf } from '../cell.ts'
import type { Column, Sort } from '../column.ts'
import type { Resizing } from './HeaderCell.tsx'
import { SortTitle } from './SortTitle.tsx'

interface Settings {
  /** The width of each column, in pixels. */
  readonly widths: Readonly<Record<string, number>>
  readonly sort: Sort | undefined
  /** Whether the header is all that is a table, so that its cells are told what they are. */
  readonly virtual: boolean
  readonly onSort: (sort: Sort | undefined) => void
  readonly onResize: (key: string, width: number) => void
  /** The accessible name of a column's resize handle. */
  readonly resizeLabel: (title: string) => string
}

const ariaOrder = { asc: 'ascending', desc: 'descending' } as const

export const headerRole = { role: 'columnheader' }

/** The columns as Arco's table takes them. */
export function arcoColumns<Row extends object>(
  columns: readonly Column<Row>[],
  settings: Settings,
): TableColumnProps<Row>[] {
  return columns.map((column) => {
    const width = settings.widths[column.key] ?? column.width
    const resizing: Resizing | undefined = column.actions
      ? undefined
      : {
          label: settings.resizeLabel(column.title),
          width,
          onResize: (next) => settings.onResize(column.key, next),
        }
    const sorted = settings.sort?.by === column.key ? ariaOrder[settings.sort.order] : undefined
    return {
      key: column.key,
      title: column.sortable ? (
        <SortTitle column={column} sort={settings.sort} onSort={settings.onSort} />
      ) : (
        column.title
      ),
      width,
      ellipsis: !column.actions,
      ...(column.actions && { fixed: 'right' as const, className: 'action-cell' }),
      ...(column.numeric && { align: 'right' as const, className: 'number-cell' }),
      onHeaderCell: () => ({ resizing, 'aria-sort': sorted, ...(settings.virtual && headerRole) }),
      render: (_value: unknown, row: Row) => cellOf(column, row),
    }
  })
}
