import type { DrawnColumn } from '../columns/drawnColumn.ts'
import { SelectPage, SelectRow } from './SelectBox.tsx'
import type { Selection } from './selection.ts'

/** How the rows of a table are selected. */
export interface SelectableRows<Row> {
  readonly selection: Selection
  /** A row's name; the same function at every render. */
  readonly nameOf: (row: Row) => string
}

const selectionWidth = 36

/** The column of the boxes that select rows. */
export const selectionColumn = <Row extends { readonly id: string }>(
  { selection, nameOf }: SelectableRows<Row>,
  rows: readonly Row[],
): DrawnColumn<Row> => ({
  key: 'selection',
  title: <SelectPage selection={selection} ids={rows.map(({ id }) => id)} />,
  width: selectionWidth,
  className: 'selection-cell',
  render: (row) => <SelectRow selection={selection} id={row.id} name={nameOf(row)} />,
})
