import { type Call, defaultPageSize, isOrderedBy, pageSizes } from '@atrium/contract'
import { useAddressState, useLocation, versionPrefixOf } from '@atrium/shared-api'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Sort } from './column.ts'
import { type Filters, filtersOfList, keepFilters, keepSettings, settingsOfList } from './settings.ts'

/** Page, page size, order and filters of a list, and what changes them. */
export interface ListState {
  /** From 1. */
  readonly page: number
  /** Rows a page. */
  readonly size: number
  readonly sort: Sort | undefined
  readonly values: Filters
  /** How many filters are set. */
  readonly active: number
  /** Changes filters while the user types: one step of the history, however often it is called for the same ones. */
  readonly filter: (patch: Filters) => void
  /** Changes filters that are chosen: a step of the history each time. */
  readonly choose: (patch: Filters) => void
  readonly clear: () => void
  readonly turn: (page: number, size: number) => void
  /** Goes to another page without leaving the present one in the history. */
  readonly fallBack: (page: number) => void
  readonly order: (sort: Sort | undefined) => void
}

const paging = { page: 1, size: defaultPageSize as number, sortBy: '', sortOrder: '' }

export const allowedPageSize = (size: number | undefined): number =>
  pageSizes.find((known) => known === size) ?? defaultPageSize

export const countActive = (filters: Filters, values: Filters): number =>
  Object.keys(filters).filter((name) => values[name] !== filters[name]).length

/** Name under which a list is remembered: another screen may use the same call with other filters. */
function useListName({ path }: Call): string {
  const { pathname } = useLocation()
  return useState(`${pathname.slice(versionPrefixOf(pathname).length)} ${path}`)[0]
}

const prefixed = (prefix: string, values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]))

/** State in the address, under names with a prefix. */
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

/** The remembered state of the list, used if the address has none. */
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
 * The state of a list, stored in the address, so that reload, bookmarks and the back button work. Page size and order
 * are remembered for the user's next visits, filters while they are signed in.
 * @param filters the same object at every render
 * @param prefix of the names in the address, if another list on the page has them; '' for none. The filters of such a
 *   list belong to what is chosen beside it, and are not remembered
 * @returns the state, and whether it is settled: the remembered state goes into the address first
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
      // The address may name a column that the list cannot be ordered by, or does not have.
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
  /** The text typed last: continuing it adds no step to the history. */
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
