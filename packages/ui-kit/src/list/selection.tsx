import { useState, useSyncExternalStore } from 'react'
import { CheckBox } from '../form/CheckBox.tsx'
import { kitText, useKitText } from '../texts/index.ts'
import type { DrawnColumn } from './column.ts'
import { sessionValue } from './settings.ts'

/**
 * The ids of the user's selected rows, across all pages. They are stored outside React's state, so that selecting a
 * row rerenders only that row's box.
 */
export interface Selection {
  /** Name of the selection, unique on the page. */
  readonly name: string
  /** Whether at most one row is selected. Selecting another row replaces it. */
  readonly single: boolean
  /** Returns the ids in the order of selection; a new set after each change. */
  readonly ids: () => ReadonlySet<string>
  readonly set: (ids: readonly string[], selected: boolean) => void
  readonly clear: () => void
  readonly subscribe: (changed: () => void) => () => void
}

let made = 0

/**
 * Creates an empty selection.
 * @param single whether at most one row can be selected
 */
export function createSelection(single = false): Selection {
  let present: ReadonlySet<string> = new Set()
  const listeners = new Set<() => void>()
  made += 1
  const become = (next: ReadonlySet<string>): void => {
    present = next
    for (const changed of listeners) changed()
  }
  return {
    name: `selection-${made}`,
    single,
    ids: () => present,
    set: (ids, selected) => {
      const changed = new Set(ids)
      const others = [...present].filter((id) => (selected ? !single : !changed.has(id)))
      become(new Set(selected ? [...others, ...ids] : others))
    },
    clear: () => become(new Set()),
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/**
 * Returns the selection of a list. It is kept across pages, filters and visits to other screens.
 * @param name name that is unique in the suite
 */
export const useSelection = (name: string): Selection =>
  useState(() => sessionValue(`selection ${name}`, createSelection))[0]

/** Returns the number of selected rows. */
export const useSelectedCount = ({ subscribe, ids }: Selection): number =>
  useSyncExternalStore(subscribe, () => ids().size)

/** Returns whether none, some or all of these rows are selected. */
const useExtent = ({ subscribe, ids }: Selection, rows: readonly string[]): 'none' | 'some' | 'all' =>
  useSyncExternalStore(subscribe, () => {
    const count = rows.filter((id) => ids().has(id)).length
    if (count === 0) return 'none'
    return count === rows.length ? 'all' : 'some'
  })

interface RowProps {
  readonly selection: Selection
  readonly id: string
  /** Name of the row's item, so that screen readers announce what the box selects. */
  readonly name: string
  /** Reason why the row cannot be selected. */
  readonly disabledReason: string | undefined
}

/** The checkbox or radio button that selects a row. */
function SelectRow({ selection, id, name, disabledReason }: RowProps) {
  const extent = useExtent(selection, [id])
  // Rows are rendered again when the language changes, so no row needs to subscribe to it.
  const label = kitText('list.selectRow', { row: name })
  if (selection.single) {
    return (
      <label className="check-box">
        <input
          type="radio"
          // Radio buttons with the same name form one group, wherever they are on the page.
          name={selection.name}
          aria-label={label}
          checked={extent === 'all'}
          onChange={() => selection.set([id], true)}
        />
      </label>
    )
  }
  return (
    <CheckBox
      name={label}
      checked={extent === 'all'}
      disabled={disabledReason !== undefined}
      hint={disabledReason}
      onChange={(selected) => selection.set([id], selected)}
    />
  )
}

interface PageProps {
  readonly selection: Selection
  /** Ids of the rows on the page. */
  readonly ids: readonly string[]
}

/** The checkbox that selects all rows on the page. */
function SelectPage({ selection, ids }: PageProps) {
  const t = useKitText()
  const extent = useExtent(selection, ids)
  return (
    <CheckBox
      name={t('list.selectPage')}
      checked={extent === 'all'}
      mixed={extent === 'some'}
      disabled={ids.length === 0}
      onChange={(selected) => selection.set(ids, selected)}
    />
  )
}

/** How the rows of a table are selected. */
export interface SelectableRows<Row> {
  readonly selection: Selection
  /** Returns the name of a row's item. Must stay the same function between renders. */
  readonly nameOf: (row: Row) => string
  /** Returns the reason why a row cannot be selected; undefined if it can. Must stay the same function between renders. */
  readonly disabledReason?: (row: Row) => string | undefined
}

const selectionWidth = 36

/** Returns the column with the boxes that select rows. */
export const selectionColumn = <Row extends { readonly id: string }>(
  { selection, nameOf, disabledReason }: SelectableRows<Row>,
  rows: readonly Row[],
): DrawnColumn<Row> => ({
  key: 'selection',
  title: selection.single ? null : (
    <SelectPage
      selection={selection}
      ids={rows.filter((row) => disabledReason?.(row) === undefined).map(({ id }) => id)}
    />
  ),
  width: selectionWidth,
  className: 'selection-cell',
  render: (row) => (
    <SelectRow selection={selection} id={row.id} name={nameOf(row)} disabledReason={disabledReason?.(row)} />
  ),
})
