import { defaultPageSize, pageSizes } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { useCallback, useMemo } from 'react'
import type { Sort } from '../column.ts'

/** The filters of a list by their wire names, with their values at first. */
export type Filters = Readonly<Record<string, string>>

const paging = { page: 1, size: defaultPageSize as number, sortBy: '', sortOrder: '' }

const knownSize = (size: number): number => pageSizes.find((known) => known === size) ?? defaultPageSize

/**
 * Page, page size, order and filters of a list, kept in the address, so that a reload, a bookmark and the
 * browser's back work.
 * @param filters the same object at every render
 */
export function useListState(filters: Filters) {
  const defaults = useMemo(() => ({ ...filters, ...paging }), [filters])
  const [state, set] = useAddressState<typeof paging>(defaults)
  const { page, size, sortBy, sortOrder } = state
  const sort = useMemo<Sort | undefined>(
    () => (sortBy ? { by: sortBy, order: sortOrder === 'desc' ? 'desc' : 'asc' } : undefined),
    [sortBy, sortOrder],
  )
  const values = useMemo(
    () => Object.fromEntries(Object.keys(filters).map((name) => [name, String(Reflect.get(state, name))])),
    [filters, state],
  )
  return {
    page: Math.max(1, Math.floor(page)),
    size: knownSize(size),
    sort,
    values,
    /** How many filters are set. */
    active: Object.keys(filters).filter((name) => values[name] !== filters[name]).length,
    /** Changes filters; the list starts at its first page again. */
    filter: useCallback((patch: Filters) => set({ ...patch, page: 1 }, { replace: true }), [set]),
    clear: useCallback(() => set({ ...filters, page: 1 }), [set, filters]),
    turn: useCallback((page: number, size: number) => set({ page, size }), [set]),
    /** Goes to another page without leaving the present one in the history. */
    fallBack: useCallback((page: number) => set({ page }, { replace: true }), [set]),
    order: useCallback(
      (sort: Sort | undefined) => set({ sortBy: sort?.by ?? '', sortOrder: sort?.order ?? '', page: 1 }),
      [set],
    ),
  }
}

export type ListState = ReturnType<typeof useListState>
