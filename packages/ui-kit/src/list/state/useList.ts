import type { AnswerOf, Call, InputOf } from '@atrium/contract'
import { useEffect, useMemo } from 'react'
import { useCall } from '../../query/index.ts'
import { type Filters, type ListState, useListState } from './useListState.ts'

/** The rows of a list call. */
export type RowOf<C extends Call> = AnswerOf<C> extends { list: (infer Row)[] } ? Row : never

interface ListAnswer<Row> {
  readonly list: Row[]
  readonly totalCount: number
  readonly totalEstimated?: boolean
}

export interface ListOptions<C extends Call> {
  /** The filters that the user can set; the same object at every render. */
  readonly filters?: Filters
  /** Fields of the request that the page sets; the same object while nothing changes. */
  readonly fixed?: Partial<InputOf<C>>
  /** Whether to ask at all yet. */
  readonly enabled?: boolean
}

const noFilters: Filters = {}

export interface List<Row> {
  readonly state: ListState
  /** undefined until the first answer. */
  readonly rows: Row[] | undefined
  readonly total: number
  readonly estimated: boolean
  /** How many rows come before this page. */
  readonly offset: number
  /** Whether the rows shown are about to be replaced. */
  readonly loading: boolean
  readonly error: Error | undefined
  readonly retry: () => void
}

/** The rows of a paged call, with its page, order and filters in the address. */
export function useList<C extends Call>(
  call: C,
  { filters = noFilters, fixed, enabled }: ListOptions<C>,
): List<RowOf<C>> {
  const state = useListState(filters)
  const { page, size, sort, values, fallBack } = state
  const input = useMemo(
    () => ({
      ...values,
      ...fixed,
      page,
      limit: size,
      ...(sort && { sortBy: sort.by, sortOrder: sort.order }),
    }),
    [values, fixed, page, size, sort],
  )
  const query = useCall(call, input as InputOf<C>, { enabled, keepPrevious: true })
  const answer = query.data as ListAnswer<RowOf<C>> | undefined
  const total = answer?.totalCount ?? 0
  const beyond = !query.isPlaceholderData && answer?.list.length === 0 && total > 0 && page > 1
  useEffect(() => {
    if (beyond) fallBack(Math.ceil(total / size))
  }, [beyond, total, size, fallBack])
  return {
    state,
    rows: answer?.list,
    total,
    estimated: answer?.totalEstimated ?? false,
    offset: (page - 1) * size,
    loading: query.isPlaceholderData,
    error: query.error ?? undefined,
    retry: query.refetch,
  }
}
