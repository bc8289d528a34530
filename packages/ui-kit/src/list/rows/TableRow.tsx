import { memo, useLayoutEffect, useRef } from 'react'
import type { DrawnColumn } from '../columns/drawnColumn.ts'

interface Props<Row> {
  readonly row: Row
  /** In its page, from 0. */
  readonly index: number
  /** Whether rows are missing before or behind it, so that a screen reader must be told which one it is. */
  readonly placed: boolean
  readonly columns: readonly DrawnColumn<Row>[]
  readonly className: string | undefined
}

function Cells<Row extends { readonly id: string }>(props: Props<Row>) {
  const { row, index, placed, columns, className } = props
  const place = useRef<HTMLTableRowElement>(null)
  useLayoutEffect(
    // A menu that was opened for the row before must not act on this one.
    () => place.current?.querySelector<HTMLElement>(':popover-open')?.hidePopover(),
    [row.id],
  )
  return (
    <tr ref={place} className={className} aria-rowindex={placed ? index + 2 : undefined}>
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

/** A row of a table. The same row in the same columns is not drawn again. */
export const TableRow = memo(Cells) as typeof Cells
