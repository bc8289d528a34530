import { type ReactNode, useEffect, useState } from 'react'
import { useKitText } from '../texts/index.ts'
import { useDensity } from './settings.ts'
import { TableOfRows, type TableOfRowsProps } from './TableOfRows.tsx'

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The shape of a table, until its first rows are there. */
export function TableSkeleton() {
  const t = useKitText()
  return (
    <div className="table-skeleton" role="status" aria-label={t('list.loading')}>
      {lines.map((line) => (
        <div key={line} className="table-skeleton-row">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}

export interface DataTableProps<Row> extends Omit<TableOfRowsProps<Row>, 'rows'> {
  /** undefined while the first rows are on their way. */
  readonly rows: readonly Row[] | undefined
  /** Whether newer rows are on their way. */
  readonly loading?: boolean
  /** Shown if there are no rows. */
  readonly empty: ReactNode
}

/** How long rows may take before the table shows that it is loading, in milliseconds: sooner it would flicker. */
const quietWait = 300

/** Whether something has been going on for some time. */
function useLasting(going: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!going) return
    const timer = setTimeout(() => setLasting(true), quietWait)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [going])
  return lasting
}

/** The table of a list: columns can be resized, chosen and sorted; header and action column are always visible. */
export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { rows, loading = false, empty, ...table } = props
  const busy = useLasting(loading)
  const [density] = useDensity()
  if (!rows) return <TableSkeleton />
  return (
    <section className="data-table" aria-label={props.label} aria-busy={busy} data-density={density}>
      <TableOfRows {...table} rows={rows} />
      {rows.length === 0 && empty}
    </section>
  )
}
