import { type Call, defaultPageSize, type InputOf, type ListTotal } from '@atrium/contract'
import { useMemo, useState } from 'react'
import { useCall } from '../base/query.ts'
import type { ListState } from './listState.ts'
import type { List, RowOf } from './useList.ts'

interface Answer<Row> extends ListTotal {
  readonly list: Row[]
}

const nothing = () => undefined

/**
 * The rows of a paged call that has neither filters nor orders to choose, such as the log in a dialog: its page is not
 * in the address, which belongs to the page behind.
 * @param input what the rows are of; the same object while nothing changes
 */
export function usePagedList<C extends Call>(
  call: C,
  input: Partial<InputOf<C>>,
  enabled = true,
): List<RowOf<C>> {
  const [{ page, size }, turnTo] = useState({ page: 1, size: defaultPageSize as number })
  const sent = useMemo(() => ({ ...input, page, limit: size }), [input, page, size])
  const query = useCall(call, sent as InputOf<C>, { enabled, keepPrevious: true })
  const answer = query.data as Answer<RowOf<C>> | undefined
  const total = answer?.totalCount ?? 0
  // Of a page whose last row is gone, the one before is shown.
  if (!query.isPlaceholderData && answer?.list.length === 0 && total > 0 && page > 1) {
    turnTo({ page: Math.ceil(total / size), size })
  }
  const state = useMemo<ListState>(
    () => ({
      page,
      size,
      sort: undefined,
      values: {},
      active: 0,
      filter: nothing,
      choose: nothing,
      clear: nothing,
      order: nothing,
      turn: (next, rows) => turnTo({ page: rows === size ? next : 1, size: rows }),
      fallBack: (next) => turnTo({ page: next, size }),
    }),
    [page, size],
  )
  return {
    state,
    rows: answer?.list,
    total,
    estimated: answer?.totalEstimated ?? false,
    exceeded: answer?.totalExceeded ?? false,
    offset: (page - 1) * size,
    loading: query.isPlaceholderData,
    error: query.error ?? undefined,
    retry: query.refetch,
  }
}
