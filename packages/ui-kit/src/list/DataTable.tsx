import { Table } from '@arco-design/web-react'
import { memo, type ReactNode } from 'react'
import type { Column, Sort } from './column.ts'
import { ColumnChoice } from './columns/ColumnChoice.tsx'
import { useAvailableWidth } from './columns/useAvailableWidth.ts'
import { useColumns } from './columns/useColumns.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { isVirtual, roleOfTable, rowDrawing } from './virtualRows.tsx'

export interface DataTableProps<Row> {
  /** Unique in the suite: choice and widths of columns are remembered under it. */
  readonly name: string
  /** The accessible name. */
  readonly label: string
  /** Must stay the same object while nothing changes, or every row is drawn anew. */
  readonly columns: readonly Column<Row>[]
  /** undefined while the first rows are on their way. */
  readonly rows: Row[] | undefined
  /** Whether newer rows are on their way. */
  readonly loading?: boolean
  /** How many rows come before the first one; without it rows have no numbers. */
  readonly offset?: number
  readonly sort?: Sort
  readonly onSort?: (sort: Sort | undefined) => void
  /** Stands where there are no rows. */
  readonly empty: ReactNode
  /** Whether the user may choose columns. */
  readonly choosable?: boolean
  readonly rowClassName?: (row: Row) => string
}

const nobodySorts = (): void => undefined

function TableOfRows<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, loading, offset, sort, onSort = nobodySorts, empty } = props
  const available = useAvailableWidth(rows)
  const table = useColumns({
    ...{ name, columns, offset, sort, onSort },
    available: available.width,
    virtual: rows !== undefined && isVirtual(rows),
  })
  if (!rows) return <TableSkeleton />
  return (
    <section ref={available.ref} className="data-table" aria-label={label}>
      {props.choosable && (
        <div className="data-table-tools">
          <ColumnChoice
            columns={columns}
            hidden={table.hidden}
            onChange={table.choose}
            onReset={table.forget}
          />
        </div>
      )}
      <div {...roleOfTable(rows, label)}>
        <Table<Row>
          rowKey="id"
          border={false}
          pagination={false}
          columns={table.drawn}
          data={rows}
          loading={loading}
          noDataElement={empty}
          rowClassName={props.rowClassName}
          {...rowDrawing(rows, table.width)}
        />
      </div>
    </section>
  )
}

/** The table of a list: resizable, choosable, sortable columns; header and action column always in sight. */
export const DataTable = memo(TableOfRows) as typeof TableOfRows
