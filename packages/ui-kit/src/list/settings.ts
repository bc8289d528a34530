import { storageKeys, useSession } from '@atrium/shared-api'
import { useCallback, useSyncExternalStore } from 'react'

/** The filters of a list by their wire names, with their values at first. */
export type Filters = Readonly<Record<string, string>>

/** A user's settings of a list, stored in this browser. */
interface ListSettings {
  /** The keys of the columns that are not shown; undefined if it is the page's choice. */
  readonly hidden: readonly string[] | undefined
  /** The keys of the columns in their order; empty for the page's order. */
  readonly order: readonly string[]
  /** In pixels, by the columns' keys. */
  readonly widths: Readonly<Record<string, number>>
  /** Rows a page. */
  readonly size?: number
  readonly sortBy?: string
  readonly sortOrder?: string
  /** Whether foldable filters are open. */
  readonly filtersOpen?: boolean
}

const untouched: ListSettings = { hidden: undefined, order: [], widths: {} }

/** How much room the rows of tables take. */
export const densities = ['compact', 'standard', 'roomy'] as const
type Density = (typeof densities)[number]

const userId = (): string => useSession.getState().user?.id ?? ''

/** A person's settings under a name, each read once: a table asks for them at every drawing. */
const read = new Map<string, unknown>()
const listeners = new Set<() => void>()

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
  }
}

const keyOf = (name: string): string => `${storageKeys.listSettings}.${userId()}.${name}`

function stored<Value>(key: string, meaning: (parsed: unknown) => Value): Value {
  if (!read.has(key)) {
    try {
      read.set(key, meaning(JSON.parse(localStorage.getItem(key) ?? 'null')))
    } catch {
      read.set(key, meaning(null))
    }
  }
  return read.get(key) as Value
}

function store(key: string, value: unknown): void {
  if (value === undefined) {
    localStorage.removeItem(key)
    read.delete(key)
  } else {
    localStorage.setItem(key, JSON.stringify(value))
    read.set(key, value)
  }
  for (const changed of listeners) changed()
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Validates a stored value, which may come from another version. */
function settingsOf(value: unknown): ListSettings {
  const {
    hidden,
    order,
    widths,
    size,
    sortBy,
    sortOrder,
    filtersOpen,
  }: Partial<Record<keyof ListSettings, unknown>> = isObject(value) ? value : {}
  return {
    hidden: Array.isArray(hidden) ? hidden.map(String) : undefined,
    order: Array.isArray(order) ? order.map(String) : [],
    widths: isObject(widths) ? (widths as ListSettings['widths']) : {},
    ...(typeof size === 'number' && { size }),
    ...(typeof sortBy === 'string' && typeof sortOrder === 'string' && { sortBy, sortOrder }),
    ...(filtersOpen === true && { filtersOpen }),
  }
}

/** The settings of a list. @param name unique in the suite */
export const settingsOfList = (name: string): ListSettings => stored(keyOf(name), settingsOf)

export const keepSettings = (name: string, patch: Partial<ListSettings>): void =>
  store(keyOf(name), { ...settingsOfList(name), ...patch })

/**
 * The settings of a list as a hook.
 * @returns the settings, a function that changes some, and one that resets the columns
 */
export function useListSettings(name: string) {
  const settings = useSyncExternalStore(subscribe, () => settingsOfList(name))
  const change = useCallback((patch: Partial<ListSettings>) => keepSettings(name, patch), [name])
  const reset = useCallback(() => keepSettings(name, untouched), [name])
  return { settings, change, reset }
}

const densityOf = (value: unknown): Density => densities.find((known) => known === value) ?? 'standard'
/** No list has this name. */
const densityKey = (): string => keyOf('*')

/** How dense the rows of all tables are, and the function that changes it. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const density = useSyncExternalStore(subscribe, () => stored(densityKey(), densityOf))
  return [density, useCallback((next: Density) => store(densityKey(), next), [])]
}

/** Values until the user signs out or the page is reloaded, by name. */
const inSession = new Map<string, unknown>()

useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) inSession.clear()
})

/** A value that survives visits to other screens. @param make makes it at the first visit */
export function sessionValue<Value>(name: string, make: () => Value): Value {
  if (!inSession.has(name)) inSession.set(name, make())
  return inSession.get(name) as Value
}

/** The filters that were set when a list was last seen. */
export const filtersOfList = (name: string): Filters => sessionValue(`filters ${name}`, () => ({}))

export const keepFilters = (name: string, filters: Filters): void =>
  void inSession.set(`filters ${name}`, filters)
