import { useCallback, useState } from 'react'

/** What a user chose for a table: columns not shown, if they chose any, and widths in pixels. */
export interface TableMemory {
  readonly hidden?: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}

const nothing: TableMemory = { widths: {} }

const keyOf = (table: string): string => `atrium.table.${table}`

const isMemory = (value: unknown): value is TableMemory =>
  typeof value === 'object' &&
  value !== null &&
  (!('hidden' in value) || Array.isArray(value.hidden)) &&
  'widths' in value &&
  typeof value.widths === 'object' &&
  value.widths !== null

function read(table: string): TableMemory {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? 'null')
    return isMemory(stored) ? stored : nothing
  } catch {
    return nothing
  }
}

/**
 * The remembered choices for a table, kept in this browser.
 * @param table the table's name, unique in the suite
 * @returns the memory, a function that changes parts of it, and one that forgets it
 */
export function useTableMemory(table: string) {
  const [memory, setMemory] = useState(() => read(table))
  const change = useCallback(
    (patch: (memory: TableMemory) => Partial<TableMemory>) =>
      setMemory((before) => {
        const after = { ...before, ...patch(before) }
        localStorage.setItem(keyOf(table), JSON.stringify(after))
        return after
      }),
    [table],
  )
  const forget = useCallback(() => {
    localStorage.removeItem(keyOf(table))
    setMemory(nothing)
  }, [table])
  return { memory, change, forget }
}
