import {
  type AnswerOf,
  type Call,
  defaultPageSize,
  type InputOf,
  isOrderedBy,
  pageSizes,
} from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useCall } from '../base/query.ts'
import type { Sort } from './column.ts'

/** The filters of a list by their wire names, with their values at first. */
export type Filters = Readonly<Record<string, string>>

const paging = { page: 1, size: defaultPageSize as number, sortBy: '', sortOrder: '' }

const knownSize = (size: number): number => pageSizes.find((known) => known === size) ?? defaultPageSize

/**
 * Page, page size, order and filters of a list, kept in the address, so that a reload, a bookmark and the
 * browser's back work.
 * @param filters the same object at every render
 */
function useListState(filters: Filters) {
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

/** The rows of a list call. */
export type RowOf<C extends Call> = AnswerOf<C> extends { list: (infer Row)[] } ? Row : never

interface ListAnswer<Row> {
  readonly list: Row[]
  readonly totalCount: number
  readonly totalEstimated?: boolean
}

interface ListOptions<C extends Call> {
  /** The filters that the user can set; the same object at every render. */
  readonly filters?: Filters
  /** Makes fields of the request of the filters, where they are not the same; the same function at every render. */
  readonly request?: (values: Readonly<Record<string, string>>) => Partial<InputOf<C>>
  /** Fields of the request that the page sets; the same object while nothing changes. */
  readonly fixed?: Partial<InputOf<C>>
  /** Whether to ask at all yet. */
  readonly enabled?: boolean
}

const noFilters: Filters = {}

const asTheyAre = <C extends Call>(values: Readonly<Record<string, string>>) => values as Partial<InputOf<C>>

export interface List<Row> {
  readonly state: ListState
  /** undefined until the first answer. */
  readonly rows: Row[] | undefined
  readonly total: number
  readonly estimated: boolean
  /** How many rows come before those shown. */
  readonly offset: number
  /** Whether the rows shown are about to be replaced. */
  readonly loading: boolean
  readonly error: Error | undefined
  readonly retry: () => void
}

/** The offset of the rows that are shown: that of the page before, as long as its rows stay. */
function useOffsetShown(offset: number, stays: boolean): number {
  const [shown, setShown] = useState(offset)
  if (!stays && shown !== offset) setShown(offset)
  return stays ? shown : offset
}

/** The rows of a paged call, with its page, order and filters in the address. */
export function useList<C extends Call>(
  call: C,
  { filters = noFilters, request = asTheyAre, fixed, enabled }: ListOptions<C>,
): List<RowOf<C>> {
  const stored = useListState(filters)
  const { page, size, values, fallBack } = stored
  // The address may name a column that the list cannot be ordered by, or does not have.
  const sort = stored.sort && isOrderedBy(call.request, stored.sort.by) ? stored.sort : undefined
  const input = useMemo(
    () => ({
      ...request(values),
      ...fixed,
      page,
      limit: size,
      ...(sort && { sortBy: sort.by, sortOrder: sort.order }),
    }),
    [values, request, fixed, page, size, sort],
  )
  const query = useCall(call, input as InputOf<C>, { enabled, keepPrevious: true })
  const answer = query.data as ListAnswer<RowOf<C>> | undefined
  const total = answer?.totalCount ?? 0
  const beyond = !query.isPlaceholderData && answer?.list.length === 0 && total > 0 && page > 1
  useEffect(() => {
    if (beyond) fallBack(Math.ceil(total / size))
  }, [beyond, total, size, fallBack])
  const offset = useOffsetShown((page - 1) * size, query.isPlaceholderData)
  return {
    state: { ...stored, sort },
    rows: answer?.list,
    total,
    estimated: answer?.totalEstimated ?? false,
    offset,
    loading: query.isPlaceholderData,
    error: query.error ?? undefined,
    retry: query.refetch,
  }
}
