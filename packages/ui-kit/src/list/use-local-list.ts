import { useMemo, useState } from 'react'
import type { Sort } from './column.ts'
import { allowedPageSize, countActive, type ListState } from './list-state.ts'
import type { Filters } from './settings.ts'
import { keepSettings, settingsOfList } from './settings.ts'
import type { List } from './use-list.ts'

/** The response of a call that returns all rows at once. */
interface Whole<Row> {
  readonly rows: readonly Row[] | undefined
  readonly error?: Error | null | undefined
  readonly retry: () => unknown
}

interface LocalListOptions {
  /** Name that is unique in the suite, under which page size and order are stored. */
  readonly name: string
  /** Default filters, by the rows' fields; must stay the same object between renders. */
  readonly filters?: Filters
  /** Identifies the subject of the rows; a new value starts again at the first page. */
  readonly about?: string
  /** Id of the row whose page is shown first. */
  readonly start?: string
  /** Number of rows per page, unless the user has chosen another. */
  readonly size?: number
}

/** Page and filters shown, and the subject of the rows when the user chose them. */
interface Shown {
  /** Page number, from 1; undefined until the user turns pages. */
  readonly page?: number
  readonly values: Filters
  readonly shownOf: string
}

const noFilters: Filters = {}

/** Sorts names in the same way as the server: Chinese by pinyin, Latin regardless of case. */
const names = new Intl.Collator('zh')

const compare = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : names.compare(String(one ?? ''), String(other ?? ''))

/** Returns the rows that match the filters by their fields, sorted. */
function arranged<Row extends object>(rows: readonly Row[], values: Filters, sort: Sort | undefined): Row[] {
  const wanted = Object.entries(values).filter(([, value]) => value !== '')
  const found = rows.filter((row) =>
    wanted.every(([name, value]) => String(Reflect.get(row, name)) === value),
  )
  if (!sort) return found
  const way = sort.order === 'asc' ? 1 : -1
  return found.toSorted((one, other) => way * compare(Reflect.get(one, sort.by), Reflect.get(other, sort.by)))
}

/** Pages, filters and sorts rows that were loaded all at once. The state is not in the address. */
export function useLocalList<Row extends { readonly id: string }>(
  whole: Whole<Row>,
  { name, filters = noFilters, about = '', start, size: usual }: LocalListOptions,
): List<Row> {
  const [{ page, values, shownOf }, set] = useState<Shown>({ values: filters, shownOf: about })
  if (shownOf !== about) set({ values, shownOf: about })
  const [kept, setKept] = useState(() => settingsOfList(name))
  const size = allowedPageSize(kept.size ?? usual)
  const sort = useMemo<Sort | undefined>(
    () => (kept.sortBy ? { by: kept.sortBy, order: kept.sortOrder === 'desc' ? 'desc' : 'asc' } : undefined),
    [kept],
  )
  const found = useMemo(() => whole.rows && arranged(whole.rows, values, sort), [whole.rows, values, sort])
  const total = found?.length ?? 0
  const last = Math.max(1, Math.ceil(total / size))
  const startsAt = Math.max(0, found?.findIndex(({ id }) => id === start) ?? 0)
  const present = Math.min(page ?? Math.floor(startsAt / size) + 1, last)
  const offset = (present - 1) * size
  const rows = useMemo(() => found?.slice(offset, offset + size), [found, offset, size])

  const actions = useMemo(() => {
    const keep = (patch: { size?: number; sortBy?: string; sortOrder?: string }) => {
      keepSettings(name, patch)
      setKept((before) => ({ ...before, ...patch }))
    }
    const filter = (patch: Filters) =>
      set((before) => ({ ...before, page: 1, values: { ...before.values, ...patch } }))
    const turnTo = (page: number) => set((before) => ({ ...before, page }))
    return {
      filter,
      choose: filter,
      clear: () => filter(filters),
      fallBack: turnTo,
      turn: (page: number, size: number) => {
        keep({ size })
        turnTo(page)
      },
      order: (sort: Sort | undefined) => {
        keep({ sortBy: sort?.by ?? '', sortOrder: sort?.order ?? '' })
        turnTo(1)
      },
    }
  }, [name, filters])
  const state: ListState = {
    page: present,
    size,
    sort,
    values,
    active: countActive(filters, values),
    ...actions,
  }
  return {
    state,
    rows,
    total,
    offset,
    estimated: false,
    exceeded: false,
    loading: false,
    error: whole.error ?? undefined,
    retry: whole.retry,
  }
}
