import { useState, useSyncExternalStore } from 'react'

/**
 * Rows that the user has selected, by their ids, on whatever page they were. It stands outside of React's state, so
 * that selecting a row draws that row's box anew and not the table.
 */
export interface Selection {
  /** The ids, in the order in which they were selected; another object after each change. */
  readonly ids: () => ReadonlySet<string>
  readonly set: (ids: readonly string[], selected: boolean) => void
  readonly clear: () => void
  readonly subscribe: (changed: () => void) => () => void
}

/** An empty selection. */
export function createSelection(): Selection {
  let present: ReadonlySet<string> = new Set()
  const listeners = new Set<() => void>()
  const become = (next: ReadonlySet<string>): void => {
    present = next
    for (const changed of listeners) changed()
  }
  return {
    ids: () => present,
    set: (ids, selected) => {
      const changed = new Set(ids)
      const others = [...present].filter((id) => selected || !changed.has(id))
      become(new Set(selected ? [...others, ...ids] : others))
    },
    clear: () => become(new Set()),
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/** A selection of one component; it lasts as long as that, over pages and filters. */
export const useSelection = (): Selection => useState(createSelection)[0]

/** How many rows are selected. */
export const useSelectedCount = ({ subscribe, ids }: Selection): number =>
  useSyncExternalStore(subscribe, () => ids().size)

/** Whether none, some or all of these rows are selected. */
export const useExtent = ({ subscribe, ids }: Selection, rows: readonly string[]): 'none' | 'some' | 'all' =>
  useSyncExternalStore(subscribe, () => {
    const count = rows.filter((id) => ids().has(id)).length
    if (count === 0) return 'none'
    return count === rows.length ? 'all' : 'some'
  })
