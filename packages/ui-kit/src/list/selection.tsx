import { useState, useSyncExternalStore } from 'react'
import { CheckBox } from '../form/CheckBox.tsx'
import { kitText, useKitText } from '../texts/index.ts'
import type { DrawnColumn } from './column.ts'
import { sessionValue } from './settings.ts'

/**
 * The user's selected rows by their ids, over all pages. It is outside React's state, so that selecting a row renders
 * only that row's box again.
 */
export interface Selection {
  /** Unique in the page. */
  readonly name: string
  /** Whether at most one row is selected: another one replaces it. */
  readonly single: boolean
  /** The ids, in the order in which they were selected; another object after each change. */
  readonly ids: () => ReadonlySet<string>
  readonly set: (ids: readonly string[], selected: boolean) => void
  readonly clear: () => void
  readonly subscribe: (changed: () => void) => () => void
}

let made = 0

/** An empty selection. @param single whether it has one row at most */
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

/** The selection of a list; it lasts over pages, filters and visits to other screens. @param name unique in the suite */
export const useSelection = (name: string): Selection =>
  useState(() => sessionValue(`selection ${name}`, createSelection))[0]

/** How many rows are selected. */
export const useSelectedCount = ({ subscribe, ids }: Selection): number =>
  useSyncExternalStore(subscribe, () => ids().size)

/** Whether none, some or all of these rows are selected. */
const useExtent = ({ subscribe, ids }: Selection, rows: readonly string[]): 'none' | 'some' | 'all' =>
  useSyncExternalStore(subscribe, () => {
    const count = rows.filter((id) => ids().has(id)).length
    if (count === 0) return 'none'
    return count === rows.length ? 'all' : 'some'
  })

interface RowProps {
  readonly selection: Selection
  readonly id: string
  /** The row's name: a screen reader hears of what the box is. */
  readonly name: string
  /** Why it cannot be selected. */
  readonly rejection: string | undefined
}

/** The check box or radio button that selects a row. */
function SelectRow({ selection, id, name, rejection }: RowProps) {
  const extent = useExtent(selection, [id])
  // Rows are rendered again when the language changes, so none of them needs to watch it.
  const label = kitText('list.selectRow', { row: name })
  if (selection.single) {
    return (
      <label className="check-box">
        <input
          type="radio"
          // Radio buttons of one name form a group, anywhere in the page.
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
      disabled={rejection !== undefined}
      hint={rejection}
      onChange={(selected) => selection.set([id], selected)}
    />
  )
}

interface PageProps {
  readonly selection: Selection
  /** The ids of the rows of the page. */
  readonly ids: readonly string[]
}

/** The box that selects all rows of the page. */
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
  /** A row's name; the same function at every render. */
  readonly nameOf: (row: Row) => string
  /** Why a row cannot be selected; undefined if it can. The same function at every render. */
  readonly rejection?: (row: Row) => string | undefined
}

const selectionWidth = 36

/** The column of the boxes that select rows. */
export const selectionColumn = <Row extends { readonly id: string }>(
  { selection, nameOf, rejection }: SelectableRows<Row>,
  rows: readonly Row[],
): DrawnColumn<Row> => ({
  key: 'selection',
  title: selection.single ? null : (
    <SelectPage
      selection={selection}
      ids={rows.filter((row) => rejection?.(row) === undefined).map(({ id }) => id)}
    />
  ),
  width: selectionWidth,
  className: 'selection-cell',
  render: (row) => (
    <SelectRow selection={selection} id={row.id} name={nameOf(row)} rejection={rejection?.(row)} />
  ),
})
