import type { Call, InputOf, ListTotal, ResponseOf } from '@atrium/contract'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '../base/query.ts'
import type { RowOf } from './column.ts'
import { type ListState, useListState } from './list-state.ts'
import type { Filters } from './settings.ts'
import { zoneOfDays } from './zone.ts'

interface ListResponse<Row> extends ListTotal {
  readonly list: Row[]
}

interface ListOptions<C extends Call> {
  /** Default filters; must stay the same object between renders. */
  readonly filters?: Filters
  /** Converts filters to request fields if the two differ. Must stay the same function between renders. */
  readonly request?: (values: Readonly<Record<string, string>>) => Partial<InputOf<C>>
  /** Request fields set by the page; must stay the same object while nothing changes. */
  readonly fixed?: Partial<InputOf<C>>
  /** Whether to load the list yet; true by default. */
  readonly enabled?: boolean
  /** Prefix of page, order and filters in the address, for the second list on a page. */
  readonly prefix?: string
}

export const noFilters: Filters = {}

/** Returns the filters as request fields, without those that are not set. */
export const unchanged = <C extends Call>(values: Filters) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<InputOf<C>>

export interface List<Row> {
  readonly state: ListState
  /** Rows of the page; undefined until the first response. */
  readonly rows: Row[] | undefined
  readonly total: number
  /** Whether the total is an estimate. */
  readonly estimated: boolean
  /** Whether there are more rows than the total. */
  readonly exceeded: boolean
  /** Number of rows on the pages before this one. */
  readonly offset: number
  /** Whether the rows shown are about to be replaced. */
  readonly loading: boolean
  readonly error: Error | undefined
  readonly retry: () => unknown
}

/** Rows of a paged call, with the response that they come from. */
export interface ListOf<C extends Call> extends List<RowOf<C>> {
  /** undefined until the first response. */
  readonly response: ResponseOf<C> | undefined
}

/** The range of rows that a page contains. */
interface Part {
  readonly offset: number
  readonly size: number
}

/** Returns the range that is shown. It is the range of the previous page while that page's rows are still shown. */
export function usePartShown({ offset, size }: Part, stays: boolean): Part {
  const [shown, setShown] = useState<Part>({ offset, size })
  const same = shown.offset === offset && shown.size === size
  if (!stays && !same) setShown({ offset, size })
  return stays || same ? shown : { offset, size }
}

/** Loads the rows of a paged call, and keeps its page, order and filters in the address. */
export function useList<C extends Call>(
  call: C,
  { filters = noFilters, request = unchanged, fixed, enabled = true, prefix }: ListOptions<C>,
): ListOf<C> {
  const { settled, ...state } = useListState(call, filters, prefix)
  const { page, size, sort, values, fallBack } = state
  const input = useMemo(
    () => ({
      ...request(values),
      ...fixed,
      ...zoneOfDays(call),
      page,
      limit: size,
      ...(sort && { sortBy: sort.by, sortOrder: sort.order }),
    }),
    [call, values, request, fixed, page, size, sort],
  )
  const query = useCall(call, input as InputOf<C>, { enabled: enabled && settled, keepPrevious: true })
  const response = query.data as ListResponse<RowOf<C>> | undefined
  const stays = query.isPlaceholderData
  const shown = usePartShown({ offset: (page - 1) * size, size }, stays)
  const {
    totalCount: total = 0,
    totalEstimated: estimated = false,
    totalExceeded: exceeded = false,
  } = response ?? {}

  // Returns a user beyond the last page to that page, where the total is exact.
  const isEmpty = !stays && response?.list.length === 0
  useEffect(() => {
    if (isEmpty && total > 0 && page > 1) fallBack(Math.min(Math.ceil(total / size), page - 1))
  }, [isEmpty, total, page, size, fallBack])
  return {
    state,
    response: query.data,
    rows: response?.list,
    total,
    estimated,
    exceeded,
    offset: shown.offset,
    loading: stays,
    error: query.error ?? undefined,
    retry: query.refetch,
  }
}
