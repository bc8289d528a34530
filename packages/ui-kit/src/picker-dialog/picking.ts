import { createSelection, type Selection } from '../list/selection.tsx'

/** The picked rows: the selection, and the rows of its ids, whatever page and search they came from. */
export interface Picking<Row> {
  readonly selection: Selection
  /** Takes note of rows that are shown, as they are now. */
  readonly see: (rows: readonly Row[]) => void
  /** The selected rows, in the order in which they were selected. */
  readonly rows: () => Row[]
}

/** Nothing picked yet. @param single whether one row at most is picked */
export function createPicking<Row extends { readonly id: string }>(single = false): Picking<Row> {
  const selection = createSelection(single)
  const seen = new Map<string, Row>()
  return {
    selection,
    see: (rows) => {
      for (const row of rows) seen.set(row.id, row)
    },
    rows: () => [...selection.ids()].flatMap((id) => seen.get(id) ?? []),
  }
}
