import { storageKeys, useSession } from '@atrium/shared-api'
import { useCallback, useSyncExternalStore } from 'react'

/** Filter values of a list, by wire name. */
export type Filters = Readonly<Record<string, string>>

/** A user's settings of a list, stored in this browser. */
interface ListSettings {
  /** Keys of the hidden columns; undefined for the page's default. */
  readonly hidden: readonly string[] | undefined
  /** Keys of the columns in their order; empty for the page's default order. */
  readonly order: readonly string[]
  /** Widths in pixels, by column key. */
  readonly widths: Readonly<Record<string, number>>
  /** Number of rows per page. */
  readonly size?: number
  readonly sortBy?: string
  readonly sortOrder?: string
  /** Whether the filters are open on narrow screens. */
  readonly filtersOpen?: boolean
}

const untouched: ListSettings = { hidden: undefined, order: [], widths: {} }

/** Densities of table rows. */
export const densities = ['compact', 'standard', 'roomy'] as const
type Density = (typeof densities)[number]

const userId = (): string => useSession.getState().user?.id ?? ''

/** Cache of a user's settings by storage key, because a table reads them at every render. */
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

/** Validates a stored value, which may have been written by another version. */
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

/**
 * Returns the settings of a list.
 * @param name name that is unique in the suite
 */
export const settingsOfList = (name: string): ListSettings => stored(keyOf(name), settingsOf)

export const keepSettings = (name: string, patch: Partial<ListSettings>): void =>
  store(keyOf(name), { ...settingsOfList(name), ...patch })

/**
 * Returns the settings of a list and keeps the component up to date.
 * @returns the settings, a function that changes some of them, and one that resets the columns
 */
export function useListSettings(name: string) {
  const settings = useSyncExternalStore(subscribe, () => settingsOfList(name))
  const change = useCallback((patch: Partial<ListSettings>) => keepSettings(name, patch), [name])
  const reset = useCallback(() => keepSettings(name, untouched), [name])
  return { settings, change, reset }
}

const densityOf = (value: unknown): Density => densities.find((known) => known === value) ?? 'standard'
/** Returns the key of the density. No list has the name `*`. */
const densityKey = (): string => keyOf('*')

/** Returns the row density of all tables, and the function that changes it. */
export function useDensity(): readonly [Density, (density: Density) => void] {
  const density = useSyncExternalStore(subscribe, () => stored(densityKey(), densityOf))
  return [density, useCallback((next: Density) => store(densityKey(), next), [])]
}

/** Values by name, kept until the user signs out or the page is reloaded. */
const inSession = new Map<string, unknown>()

useSession.subscribe((now, before) => {
  if (now.user?.id !== before.user?.id) inSession.clear()
})

/**
 * Returns a value that survives visits to other screens.
 * @param make creates the value at the first visit
 */
export function sessionValue<Value>(name: string, make: () => Value): Value {
  if (!inSession.has(name)) inSession.set(name, make())
  return inSession.get(name) as Value
}

/** Returns the filters that were set when a list was last shown. */
export const filtersOfList = (name: string): Filters => sessionValue(`filters ${name}`, () => ({}))

export const keepFilters = (name: string, filters: Filters): void =>
  void inSession.set(`filters ${name}`, filters)
