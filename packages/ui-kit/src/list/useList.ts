import type { AnswerOf, Call, InputOf } from '@atrium/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCall } from '../base/query.ts'
import { type Filters, type ListState, useListState } from './listState.ts'

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

/** A filter that is not set is not asked for. */
const asTheyAre = <C extends Call>(values: Filters) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<InputOf<C>>

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
  readonly retry: () => unknown
}

/** Which rows a page holds. */
interface Part {
  readonly offset: number
  readonly size: number
}

/** The part that is shown: that of the page before, as long as its rows stay. */
function usePartShown({ offset, size }: Part, stays: boolean): Part {
  const [shown, setShown] = useState<Part>({ offset, size })
  const same = shown.offset === offset && shown.size === size
  if (!stays && !same) setShown({ offset, size })
  return stays || same ? shown : { offset, size }
}

/**
 * How many rows there are, as far as these rows can tell: an estimate must neither hide the page behind a full one nor
 * promise one behind the last.
 */
export function countOf(answer: ListAnswer<unknown> | undefined, { offset, size }: Part) {
  const { totalCount: total = 0, totalEstimated: estimated = false, list = [] } = answer ?? {}
  if (!estimated || list.length === 0) return { total, estimated }
  const seen = offset + list.length
  return list.length < size
    ? { total: seen, estimated: false }
    : { total: Math.max(total, seen + 1), estimated: true }
}

/** The rows of a paged call, with its page, order and filters in the address. */
export function useList<C extends Call>(
  call: C,
  { filters = noFilters, request = asTheyAre, fixed, enabled = true }: ListOptions<C>,
): List<RowOf<C>> {
  const { settled, ...state } = useListState(call, filters)
  const { page, size, sort, values, fallBack } = state
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
  const query = useCall(call, input as InputOf<C>, { enabled: enabled && settled, keepPrevious: true })
  const answer = query.data as ListAnswer<RowOf<C>> | undefined
  const stays = query.isPlaceholderData
  const shown = usePartShown({ offset: (page - 1) * size, size }, stays)
  const { total, estimated } = countOf(answer, shown)

  // Where an estimate promised too much, back to the page that had rows.
  const reached = useRef(1)
  const isEmpty = !stays && answer?.list.length === 0
  useEffect(() => {
    if (answer && !stays && !isEmpty) reached.current = page
    if (isEmpty && total > 0 && page > 1) {
      fallBack(Math.min(Math.ceil(total / size), estimated ? reached.current : page - 1))
    }
  }, [answer, stays, isEmpty, total, estimated, page, size, fallBack])
  return {
    state,
    rows: answer?.list,
    total,
    estimated,
    offset: shown.offset,
    loading: stays,
    error: query.error ?? undefined,
    retry: query.refetch,
  }
}
