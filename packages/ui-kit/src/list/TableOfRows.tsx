import { memo, useLayoutEffect, useRef } from 'react'
import { ResizeHandle, type SortAndFilters } from './ColumnHead.tsx'
import type { Column, DrawnColumn } from './column.ts'
import { useColumns } from './columns.tsx'
import { useCutCells } from './cut-cells.ts'
import { useContentSize, useRowKeys, useRowsInSight } from './rows.ts'
import type { SelectableRows } from './selection.tsx'

interface HeadProps<Row> {
  readonly columns: readonly DrawnColumn<Row>[]
  /** Whether the rows and the head need `aria-rowindex`. */
  readonly hasRowIndex: boolean
}

function Titles<Row>({ columns, hasRowIndex }: HeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={hasRowIndex ? 1 : undefined}>
        {columns.map(({ key, title, className, sorted, resizing }) => (
          <th key={key} scope="col" className={className} aria-sort={sorted}>
            <div className="column-head">{title}</div>
            {resizing && <ResizeHandle {...resizing} />}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The titles of a table's columns, with their resize handles. */
const TableHead = memo(Titles) as typeof Titles

interface RowProps<Row> {
  readonly row: Row
  /** Index of the row on its page, from 0. */
  readonly index: number
  /** Whether rows before or after this one are not rendered, so that a screen reader needs its index. */
  readonly hasRowIndex: boolean
  readonly columns: readonly DrawnColumn<Row>[]
  readonly className: string | undefined
}

function Cells<Row extends { readonly id: string }>(props: RowProps<Row>) {
  const { row, index, hasRowIndex, columns, className } = props
  const rowRef = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(
    // Close a menu that was opened for the previous row, so that it does not act on this one.
    () => rowRef.current?.querySelector<HTMLElement>(':popover-open')?.hidePopover(),
    [row.id],
  )
  return (
    <tr ref={rowRef} className={className} aria-rowindex={hasRowIndex ? index + 2 : undefined}>
      {columns.map((column) => {
        const content = column.render(row, index)
        return (
          <td
            key={column.key}
            className={column.className}
            title={typeof content === 'string' ? content : undefined}
          >
            {content}
          </td>
        )
      })}
    </tr>
  )
}

/** A row of a table. It is not rendered again while its row and columns stay the same. */
const TableRow = memo(Cells) as typeof Cells

export interface TableOfRowsProps<Row> {
  /** Name that is unique in the suite, under which the choice and widths of columns are stored. */
  readonly name: string
  /** Accessible name of the table. */
  readonly label: string
  /** Columns; must stay the same object while nothing changes, or every row is rendered again. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Number of rows on the pages before this one. */
  readonly offset?: number
  /** Order and filters; must stay the same object while nothing changes. */
  readonly arranging?: SortAndFilters
  /** How single rows and whole pages are selected. Must stay the same object between renders. */
  readonly selectable?: SelectableRows<Row>
  readonly rowClassName?: (row: Row) => string
}

const neitherSortedNorFiltered: SortAndFilters = { sort: undefined, onSort: () => undefined }

/** Fills the space of rows that are not rendered. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height === 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: rows are not focusable
    <tr className="table-gap" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

function Drawn<Row extends { readonly id: string }>(props: TableOfRowsProps<Row>) {
  const { name, label, columns, rows, offset = 0, selectable, rowClassName } = props
  const { arranging = neitherSortedNorFiltered } = props
  const scroller = useRef<HTMLDivElement>(null)
  const room = useContentSize(scroller)
  const table = useColumns({
    name,
    columns,
    offset,
    arranging,
    rows,
    selectable,
    scroller,
    available: room.width,
  })
  const { sort } = arranging
  const beginning = `${offset} ${sort?.by} ${sort?.order}`
  const sight = useRowsInSight({ count: rows.length, scroller, height: room.height, beginning })
  const hasRowIndex = sight.onScroll !== undefined
  const keys = useRowKeys(rows)
  useCutCells(scroller)
  return (
    <div
      ref={scroller}
      className={table.width > room.width ? 'data-table-scroll data-table-wide' : 'data-table-scroll'}
      onScroll={sight.onScroll}
    >
      <table
        aria-label={label}
        aria-rowcount={hasRowIndex ? rows.length + 1 : undefined}
        style={{ width: table.width }}
      >
        <colgroup>
          {table.drawn.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        <TableHead columns={table.drawn} hasRowIndex={hasRowIndex} />
        <tbody>
          <Gap height={sight.above} columns={table.drawn.length} />
          {rows.slice(sight.from, sight.to).map((row, index) => (
            <TableRow
              key={keys.get(row.id)}
              row={row}
              index={sight.from + index}
              hasRowIndex={hasRowIndex}
              columns={table.drawn}
              className={rowClassName?.(row)}
            />
          ))}
          <Gap height={sight.below} columns={table.drawn.length} />
        </tbody>
      </table>
    </div>
  )
}

/** A table of loaded rows. It is not rendered again while its rows and columns stay the same. */
export const TableOfRows = memo(Drawn) as typeof Drawn
