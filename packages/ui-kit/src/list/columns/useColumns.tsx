import type { TableColumnProps } from '@arco-design/web-react'
import { useMemo } from 'react'
import { useNarrow } from '../../base/useNarrow.ts'
import { useKitText } from '../../texts/index.ts'
import type { Column, Sort } from '../column.ts'
import { arcoColumns, headerRole } from './arcoColumns.tsx'
import { drawnWidths } from './drawnWidths.ts'
import { type TableMemory, useTableMemory } from './memory.ts'

const rowNumberWidth = 64

const widthOf = (columns: readonly { width?: number | string }[]): number =>
  columns.reduce((sum, { width }) => sum + Number(width ?? 0), 0)

/** The row numbers: they continue over pages. */
const rowNumbers = <Row,>(title: string, offset: number, virtual: boolean): TableColumnProps<Row> => ({
  key: 'rowNumber',
  title,
  width: rowNumberWidth,
  className: 'row-number',
  ...(virtual && { onHeaderCell: () => headerRole }),
  render: (_value: unknown, _row: Row, index: number) => offset + index + 1,
})

interface Input<Row> {
  /** The table's name, under which choice and widths of columns are remembered. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  /** How many rows come before the first one shown; undefined where rows have no numbers. */
  readonly offset: number | undefined
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
  /** The room for all columns in pixels, 0 while nobody knows. */
  readonly available: number
  /** Whether only the rows in sight are drawn. */
  readonly virtual: boolean
}

/** The columns to draw, as the user chose and sized them, and what changes that choice. */
export function useColumns<Row extends object>(input: Input<Row>) {
  const { name, columns, offset, sort, onSort, available, virtual } = input
  const t = useKitText()
  const narrow = useNarrow()
  const { memory, change, forget } = useTableMemory(name)
  const drawn = useMemo(() => {
    const visible = columns.filter(({ key }) => !memory.hidden.includes(key))
    const forData = available - (offset === undefined ? 0 : rowNumberWidth)
    const settings = {
      widths: drawnWidths(visible, { set: memory.widths, narrow, available: forData }),
      sort,
      virtual,
      onSort,
      onResize: (key: string, width: number) =>
        change(({ widths }: TableMemory) => ({ widths: { ...widths, [key]: width } })),
      resizeLabel: (column: string) => t('list.resize', { column }),
    }
    const data = arcoColumns(visible, settings)
    return offset === undefined ? data : [rowNumbers<Row>(t('list.rowNumber'), offset, virtual), ...data]
  }, [columns, memory, sort, narrow, onSort, change, offset, available, virtual, t])
  const choose = (hidden: readonly string[]) => change(() => ({ hidden }))
  return { drawn, width: widthOf(drawn), hidden: memory.hidden, choose, forget }
}
