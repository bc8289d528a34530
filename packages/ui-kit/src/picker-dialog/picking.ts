import { createSelection, type Selection } from '../list/selection.tsx'

/** The picked rows: the selected ids, and their rows from any page and search. */
export interface Picking<Row> {
  readonly selection: Selection
  /** Stores the current state of rows that are shown. */
  readonly see: (rows: readonly Row[]) => void
  /** Returns the selected rows, in the order of selection. */
  readonly rows: () => Row[]
}

/**
 * Creates an empty picking.
 * @param single whether at most one row can be picked
 */
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
