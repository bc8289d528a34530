import { memo } from 'react'
import type { DrawnColumn } from '../columns/drawnColumn.ts'
import { ResizeHandle } from '../columns/ResizeHandle.tsx'

interface Props<Row> {
  readonly columns: readonly DrawnColumn<Row>[]
  /** Whether the rows are told which ones they are, and so is their head. */
  readonly placed: boolean
}

function Titles<Row>({ columns, placed }: Props<Row>) {
  return (
    <thead>
      <tr aria-rowindex={placed ? 1 : undefined}>
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

/** The titles of a table's columns, with the handles that size them. */
export const TableHead = memo(Titles) as typeof Titles
