import { type ReactNode, useEffect, useState } from 'react'
import { useKitText } from '../texts/index.ts'
import { useDensity } from './settings.ts'
import { TableOfRows, type TableOfRowsProps } from './TableOfRows.tsx'

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Dummy rows that show the shape of the table until its first rows arrive. */
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
  /** Rows of the table; undefined until the first rows have loaded. */
  readonly rows: readonly Row[] | undefined
  /** Whether newer rows are loading. */
  readonly loading?: boolean
  /** Content shown if there are no rows. */
  readonly empty: ReactNode
}

/** Loading time before the table shows that it is loading, in milliseconds. A shorter delay would flicker. */
const quietWait = 300

/** Whether loading has lasted longer than the delay. */
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

/** The table of a list. Columns can be resized, chosen and sorted. The header and the action column are always visible. */
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
