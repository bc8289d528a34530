import { type Call, defaultPageSize, type InputOf, type ListTotal } from '@atrium/contract'
import { useMemo, useState } from 'react'
import { useCall } from '../base/query.ts'
import type { RowOf, Sort } from './column.ts'
import { countActive, type ListState } from './list-state.ts'
import type { Filters } from './settings.ts'
import { type ListOf, noFilters, unchanged, usePartShown } from './use-list.ts'
import { zoneOfDays } from './zone.ts'

interface Result<Row> extends ListTotal {
  readonly list: Row[]
}

interface PagedListOptions {
  /** Default filters, by wire name; must stay the same object between renders. */
  readonly filters?: Filters
  /** Whether to load the list yet; true by default. */
  readonly enabled?: boolean
  /** See `CallOptions`. */
  readonly repeatAfter?: number | undefined
}

/** Page, filters, order and input of the rows shown. */
interface Shown {
  readonly page: number
  readonly size: number
  readonly values: Filters
  readonly sort: Sort | undefined
  readonly input: object
}

/**
 * Loads the rows of a paged call in a dialog, such as a log or a picker. Page, order and filters are not in the
 * address, because the address belongs to the page behind the dialog.
 * @param input input of the call; must stay the same object while nothing changes. A new input starts at the first
 * page, without filters
 */
export function usePagedList<C extends Call>(
  call: C,
  input: Partial<InputOf<C>>,
  { filters = noFilters, enabled = true, repeatAfter }: PagedListOptions = {},
): ListOf<C> {
  const [{ page, size, values, sort, input: shownOf }, set] = useState<Shown>({
    page: 1,
    size: defaultPageSize,
    values: filters,
    sort: undefined,
    input,
  })
  if (shownOf !== input) set((before) => ({ ...before, page: 1, values: filters, input }))
  const sent = useMemo(
    () => ({
      ...input,
      ...unchanged<C>(values),
      ...zoneOfDays(call),
      page,
      limit: size,
      ...(sort && { sortBy: sort.by, sortOrder: sort.order }),
    }),
    [call, input, values, page, size, sort],
  )
  const query = useCall(call, sent as InputOf<C>, { enabled, keepPrevious: true, repeatAfter })
  const response = query.data as Result<RowOf<C>> | undefined
  const total = response?.totalCount ?? 0
  const stays = query.isPlaceholderData
  const shown = usePartShown({ offset: (page - 1) * size, size }, stays)
  // If the last row of a page is gone, shows the last page that has rows.
  if (!stays && response?.list.length === 0 && total > 0 && page > 1) {
    set((before) => ({ ...before, page: Math.min(Math.ceil(total / size), page - 1) }))
  }
  const state = useMemo<ListState>(() => {
    const filter = (patch: Filters) =>
      set((before) => ({ ...before, page: 1, values: { ...before.values, ...patch } }))
    return {
      page,
      size,
      sort,
      values,
      active: countActive(filters, values),
      filter,
      choose: filter,
      clear: () => filter(filters),
      order: (next) => set((before) => ({ ...before, page: 1, sort: next })),
      turn: (next, rows) => set((before) => ({ ...before, page: rows === size ? next : 1, size: rows })),
      fallBack: (next) => set((before) => ({ ...before, page: next })),
    }
  }, [page, size, sort, values, filters])
  return {
    state,
    response: query.data,
    rows: response?.list,
    total,
    estimated: response?.totalEstimated ?? false,
    exceeded: response?.totalExceeded ?? false,
    offset: shown.offset,
    loading: stays,
    error: query.error ?? undefined,
    retry: query.refetch,
  }
}
