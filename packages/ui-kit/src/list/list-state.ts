import { type Call, defaultPageSize, isOrderedBy, pageSizes } from '@atrium/contract'
import { useAddressState, useLocation, versionPrefixOf } from '@atrium/shared-api'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Sort } from './column.ts'
import { type Filters, filtersOfList, keepFilters, keepSettings, settingsOfList } from './settings.ts'

/** Page, page size, order and filters of a list, and the functions that change them. */
export interface ListState {
  /** Page number, from 1. */
  readonly page: number
  /** Number of rows per page. */
  readonly size: number
  readonly sort: Sort | undefined
  readonly values: Filters
  /** Number of filters that are set. */
  readonly active: number
  /** Changes filters while the user types. Repeated changes of the same filters are one entry in the history. */
  readonly filter: (patch: Filters) => void
  /** Changes filters that the user selects. Each change is one entry in the history. */
  readonly choose: (patch: Filters) => void
  readonly clear: () => void
  readonly turn: (page: number, size: number) => void
  /** Goes to another page and replaces the current one in the history. */
  readonly fallBack: (page: number) => void
  readonly order: (sort: Sort | undefined) => void
}

const paging = { page: 1, size: defaultPageSize as number, sortBy: '', sortOrder: '' }

export const allowedPageSize = (size: number | undefined): number =>
  pageSizes.find((known) => known === size) ?? defaultPageSize

export const countActive = (filters: Filters, values: Filters): number =>
  Object.keys(filters).filter((name) => values[name] !== filters[name]).length

/**
 * Returns the name under which a list is stored. It contains the screen's path, because another screen may use the
 * same call with other filters.
 */
function useListName({ path }: Call): string {
  const { pathname } = useLocation()
  return useState(`${pathname.slice(versionPrefixOf(pathname).length)} ${path}`)[0]
}

const prefixed = (prefix: string, values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]))

/** Reads and writes state in the address, under names with a prefix. */
function usePrefixedState(prefix: string, defaults: typeof paging) {
  const named = useMemo(() => prefixed(prefix, defaults), [prefix, defaults])
  const [all, setAll] = useAddressState<typeof paging>(named as typeof paging)
  const state = useMemo(() => {
    const entries = Object.keys(defaults).map((name) => [name, Reflect.get(all, `${prefix}${name}`)])
    return Object.fromEntries(entries) as typeof paging
  }, [prefix, defaults, all])
  const set = useCallback<typeof setAll>(
    (patch, options) => setAll(prefixed(prefix, patch), options),
    [prefix, setAll],
  )
  return [state, set] as const
}

/** Returns the stored state of the list, which is used if the address contains none. */
function useLastSeen(name: string, prefix: string, defaults: typeof paging) {
  const { search } = useLocation()
  return useState(() => {
    const asked = new URLSearchParams(search)
    if (Object.keys(defaults).some((name) => asked.has(`${prefix}${name}`))) return undefined
    const { size, sortBy = '', sortOrder = '' } = settingsOfList(name)
    const filters = prefix === '' ? filtersOfList(name) : {}
    const seen = { ...filters, size: allowedPageSize(size), sortBy, sortOrder }
    const differs = Object.entries(seen).some(([name, value]) => value !== Reflect.get(defaults, name))
    return differs ? seen : undefined
  })
}

/**
 * Keeps the state of a list in the address, so that reload, bookmarks and the back button work. The page size and
 * order are stored for the user's next visits, filters while the user is signed in.
 * @param filters default filters; must stay the same object between renders
 * @param prefix prefix of the names in the address, if another list on the page uses them; '' for none. The filters
 * of a prefixed list belong to an item chosen next to it, and are not stored
 * @returns the state, and whether it is settled: stored state is first copied to the address
 */
export function useListState(
  call: Call,
  filters: Filters,
  prefix = '',
): ListState & { readonly settled: boolean } {
  const defaults = useMemo(() => ({ ...filters, ...paging }), [filters])
  const [state, set] = usePrefixedState(prefix, defaults)
  const name = useListName(call)
  const [lastSeen, setLastSeen] = useLastSeen(name, prefix, defaults)
  const settled =
    !lastSeen || Object.entries(lastSeen).every(([name, value]) => Reflect.get(state, name) === value)
  useEffect(() => {
    if (lastSeen && settled) setLastSeen(undefined)
    else if (lastSeen) set(lastSeen, { replace: true })
  }, [lastSeen, settled, set, setLastSeen])

  const { page, size, sortBy, sortOrder } = state
  const sort = useMemo<Sort | undefined>(
    () =>
      // The address may name a sort key that the list does not support.
      sortBy && isOrderedBy(call.request, sortBy)
        ? { by: sortBy, order: sortOrder === 'desc' ? 'desc' : 'asc' }
        : undefined,
    [call, sortBy, sortOrder],
  )
  const values = useMemo(
    () => Object.fromEntries(Object.keys(filters).map((name) => [name, String(Reflect.get(state, name))])),
    [filters, state],
  )
  useEffect(() => {
    if (settled && prefix === '') keepFilters(name, values)
  }, [name, prefix, settled, values])
  const present = { values, page }
  const latest = useRef(present)
  latest.current = present
  /** Filters last typed. Typing on adds no entry to the history. */
  const typed = useRef<Filters>(undefined)

  const actions = useMemo(() => {
    const change = (patch: Filters, replace: boolean): void => set({ ...patch, page: 1 }, { replace })
    const goesOn = (patch: Filters): boolean => {
      const { values, page } = latest.current
      const before = typed.current
      return (
        before !== undefined &&
        page === 1 &&
        Object.keys(patch).join() === Object.keys(before).join() &&
        Object.entries(before).every(([name, value]) => values[name] === value)
      )
    }
    return {
      filter: (patch: Filters) => {
        change(patch, goesOn(patch))
        typed.current = patch
      },
      choose: (patch: Filters) => change(patch, false),
      clear: () => change(filters, false),
      turn: (page: number, size: number) => {
        keepSettings(name, { size })
        set({ page, size })
      },
      order: (sort: Sort | undefined) => {
        const order = { sortBy: sort?.by ?? '', sortOrder: sort?.order ?? '' }
        keepSettings(name, order)
        set({ ...order, page: 1 })
      },
    }
  }, [name, filters, set])
  return {
    page: Math.max(1, Math.floor(page)),
    size: allowedPageSize(size),
    sort,
    values,
    active: countActive(filters, values),
    fallBack: useCallback((page: number) => set({ page }, { replace: true }), [set]),
    ...actions,
    settled,
  }
}
