import type { Call, InputOf, ListTotal } from '@atrium/contract'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '../base/query.ts'
import type { RowOf } from './column.ts'
import { type ListState, useListState } from './listState.ts'
import type { Filters } from './settings.ts'
import { zoneOfDays } from './zone.ts'

interface ListResponse<Row> extends ListTotal {
  readonly list: Row[]
}

interface ListOptions<C extends Call> {
  /** The filters that the user can set; the same object at every render. */
  readonly filters?: Filters
  /** Turns filters into the request's fields if they differ; the same function at every render. */
  readonly request?: (values: Readonly<Record<string, string>>) => Partial<InputOf<C>>
  /** Fields of the request that the page sets; the same object while nothing changes. */
  readonly fixed?: Partial<InputOf<C>>
  /** Whether to ask at all yet. */
  readonly enabled?: boolean
  /** Prefix of page, order and filters in the address, for the second list on a page. */
  readonly prefix?: string
}

export const noFilters: Filters = {}

/** A filter that is not set is not asked for. */
export const unchanged = <C extends Call>(values: Filters) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<InputOf<C>>

export interface List<Row> {
  readonly state: ListState
  /** undefined until the first response. */
  readonly rows: Row[] | undefined
  readonly total: number
  /** Whether the total is an estimate. */
  readonly estimated: boolean
  /** Whether there are more than the total. */
  readonly exceeded: boolean
  /** How many rows come before those shown. */
  readonly offset: number
  /** Whether the rows shown are about to be replaced. */
  readonly loading: boolean
  readonly error: Error | undefined
  readonly retry: () => unknown
}

/** The rows of a page. */
interface Part {
  readonly offset: number
  readonly size: number
}

/** The part that is shown: that of the page before, as long as its rows stay. */
export function usePartShown({ offset, size }: Part, stays: boolean): Part {
  const [shown, setShown] = useState<Part>({ offset, size })
  const same = shown.offset === offset && shown.size === size
  if (!stays && !same) setShown({ offset, size })
  return stays || same ? shown : { offset, size }
}

/** The rows of a paged call, with its page, order and filters in the address. */
export function useList<C extends Call>(
  call: C,
  { filters = noFilters, request = unchanged, fixed, enabled = true, prefix }: ListOptions<C>,
): List<RowOf<C>> {
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

  // A user beyond the last page returns to it: there the total is exact.
  const isEmpty = !stays && response?.list.length === 0
  useEffect(() => {
    if (isEmpty && total > 0 && page > 1) fallBack(Math.min(Math.ceil(total / size), page - 1))
  }, [isEmpty, total, page, size, fallBack])
  return {
    state,
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
