import { type AnswerOf, type Call, type InputOf, isOrderedBy } from '@atrium/contract'
import { useEffect, useMemo, useState } from 'react'
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
