import { useMemo } from 'react'
import { useNarrow } from '../../base/useNarrow.ts'
import { useKitText } from '../../texts/index.ts'
import type { Column, Sort } from '../column.ts'
import { type SelectableRows, selectionColumn } from '../selection/selectionColumn.tsx'
import type { DrawnColumn } from './drawnColumn.ts'
import { drawnColumns } from './drawnColumns.tsx'
import { drawnWidths } from './drawnWidths.ts'
import { type TableMemory, useTableMemory } from './memory.ts'

/** Room for the largest number of a page, three digits at least, in pixels. */
const rowNumberWidth = (offset: number): number => 18 + 9 * String(offset + 100).length

const widthOf = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0)

/** The row numbers: they continue over pages. */
const rowNumbers = <Row,>(title: string, offset: number): DrawnColumn<Row> => ({
  key: 'rowNumber',
  title,
  width: rowNumberWidth(offset),
  className: 'row-number',
  render: (_row, index) => offset + index + 1,
})

interface Input<Row> {
  /** The table's name, under which choice and widths of columns are remembered. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** How many rows come before the first one shown; undefined where rows have no numbers. */
  readonly offset: number | undefined
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
  /** How rows are selected; undefined where they are not. */
  readonly selectable: SelectableRows<Row> | undefined
  readonly rows: readonly Row[] | undefined
  /** The room for all columns in pixels, 0 while nobody knows. */
  readonly available: number
}

/** The columns to draw, as the user chose and sized them, and what changes that choice. */
export function useColumns<Row extends { readonly id: string }>(input: Input<Row>) {
  const { name, columns, offset, sort, onSort, selectable, available } = input
  const t = useKitText()
  const narrow = useNarrow()
  const { memory, change, forget } = useTableMemory(name)
  // The columns of a table without boxes do not change with its rows.
  const rows = selectable && input.rows
  const leading = useMemo(
    () => [
      ...(selectable ? [selectionColumn(selectable, rows ?? [])] : []),
      ...(offset === undefined ? [] : [rowNumbers<Row>(t('list.rowNumber'), offset)]),
    ],
    [selectable, rows, offset, t],
  )
  const hidden = useMemo(
    () => memory.hidden ?? columns.filter(({ hidden }) => hidden).map(({ key }) => key),
    [memory.hidden, columns],
  )
  const drawn = useMemo(() => {
    const visible = columns.filter(({ key }) => !hidden.includes(key))
    const forData = available - widthOf(leading)
    const settings = {
      widths: drawnWidths(visible, { set: memory.widths, narrow, available: forData }),
      sort,
      onSort,
      onResize: (key: string, width: number) =>
        change(({ widths }: TableMemory) => ({ widths: { ...widths, [key]: width } })),
      resizeLabel: (column: string) => t('list.resize', { column }),
    }
    return [...leading, ...drawnColumns(visible, settings)]
  }, [columns, hidden, memory.widths, sort, narrow, onSort, change, leading, available, t])
  const choose = (hidden: readonly string[]) => change(() => ({ hidden }))
  return { drawn, width: widthOf(drawn), hidden, choose, forget }
}
