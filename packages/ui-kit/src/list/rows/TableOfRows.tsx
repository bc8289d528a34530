import { memo, useRef } from 'react'
import type { Column, Sort } from '../column.ts'
import { ColumnChoice } from '../columns/ColumnChoice.tsx'
import { useColumns } from '../columns/useColumns.tsx'
import type { SelectableRows } from '../selection/selectionColumn.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { useRoom } from './useRoom.ts'
import { useRowKeys } from './useRowKeys.ts'
import { useRowsInSight } from './useRowsInSight.ts'

export interface TableOfRowsProps<Row> {
  /** Unique in the suite: choice and widths of columns are remembered under it. */
  readonly name: string
  /** The accessible name. */
  readonly label: string
  /** Must stay the same object while nothing changes, or every row is drawn anew. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** How many rows come before the first one; without it rows have no numbers. */
  readonly offset?: number
  readonly sort?: Sort
  readonly onSort?: (sort: Sort | undefined) => void
  /** Whether rows can be selected, each and all of a page; the same object at every render. */
  readonly selectable?: SelectableRows<Row>
  /** Whether the user may choose columns. */
  readonly choosable?: boolean
  readonly rowClassName?: (row: Row) => string
}

const nobodySorts = (): void => undefined

/** What takes the place of rows that are not drawn. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height === 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr className="table-gap" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

function Drawn<Row extends { readonly id: string }>(props: TableOfRowsProps<Row>) {
  const { label, rows, offset, sort, onSort = nobodySorts, selectable, rowClassName } = props
  const scroller = useRef<HTMLDivElement>(null)
  const room = useRoom(scroller)
  const table = useColumns({
    ...{ name: props.name, columns: props.columns, offset, sort, onSort, rows, selectable },
    available: room.width,
  })
  const beginning = `${offset} ${sort?.by} ${sort?.order}`
  const sight = useRowsInSight({ count: rows.length, scroller, height: room.height, beginning })
  const placed = sight.onScroll !== undefined
  const keys = useRowKeys(rows)
  return (
    <>
      {props.choosable && (
        <div className="data-table-tools">
          <ColumnChoice
            columns={props.columns}
            hidden={table.hidden}
            onChange={table.choose}
            onReset={table.forget}
          />
        </div>
      )}
      <div
        ref={scroller}
        className={table.width > room.width ? 'data-table-scroll data-table-wide' : 'data-table-scroll'}
        onScroll={sight.onScroll}
      >
        <table
          aria-label={label}
          aria-rowcount={placed ? rows.length + 1 : undefined}
          style={{ width: table.width }}
        >
          <colgroup>
            {table.drawn.map(({ key, width }) => (
              <col key={key} style={{ width }} />
            ))}
          </colgroup>
          <TableHead columns={table.drawn} placed={placed} />
          <tbody>
            <Gap height={sight.above} columns={table.drawn.length} />
            {rows.slice(sight.from, sight.to).map((row, index) => (
              <TableRow
                key={keys.get(row.id)}
                row={row}
                index={sight.from + index}
                placed={placed}
                columns={table.drawn}
                className={rowClassName?.(row)}
              />
            ))}
            <Gap height={sight.below} columns={table.drawn.length} />
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A table of rows that are there. With the same rows and columns it is not drawn again. */
export const TableOfRows = memo(Drawn) as typeof Drawn
