import { exactCountLimit } from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { indexesOf, planOf } from './plan.ts'
import { contains, containsUnindexed, isOneRun, type Search, type SearchedText } from './search.ts'

/** Where more are expected, rows that match are met sooner by looking through them all than by index. */
const mostByIndex = 2 * exactCountLimit

/** A search as it is best done, and what the planner expects of it. */
export interface Planned<DB, TB extends keyof DB> {
  readonly matching: SelectQueryBuilder<DB, TB, object>
  /** The same where every match is wanted, however many there are: by index even where many are expected. */
  readonly exhaustive: SelectQueryBuilder<DB, TB, object>
  readonly expected: number
  /**
   * Whether what is expected is close to the truth: of a single n-gram that is common the planner's statistics know how
   * common. Of several it only guesses, as if they had nothing to do with each other, and may be wrong by a multiple.
   */
  readonly known: boolean
  /** Whether more are expected than are sought by index. */
  readonly common: boolean
}

const adding = <DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  searches: readonly Search[],
  isIndexed: (search: Search) => boolean,
) =>
  searches.reduce(
    (query, search) =>
      query.where((isIndexed(search) ? contains : containsUnindexed)(search.text, search.keyword)),
    rows,
  )

/** Adds searches to a query, whose rows are looked through. */
export const lookedThrough = <DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  searches: readonly Search[],
) => adding(rows, searches, () => false)

/** How many rows the planner expects of a query. */
export const expectedOf = async <DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
): Promise<number> => (await planOf(rows.select(sql<number>`1`.as('match'))))['Plan Rows']

/**
 * Adds searches to a query, by the indexes that the planner would use: a row that is met otherwise is looked through.
 * @param rows what is searched, without columns, order or paging
 */
export async function planSearch<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  searches: readonly Search[],
): Promise<Planned<DB, TB>> {
  const indexed = adding(rows, searches, () => true)
  const plan = await planOf(indexed.select(sql<number>`1`.as('match')).limit(exactCountLimit + 1))
  const scan = plan.Plans?.find((part) => part['Parent Relationship'] === 'Outer') ?? plan
  const expected = scan['Plan Rows']
  const common = expected > mostByIndex
  const used = indexesOf(plan)
  const isUsed = ({ index, or: other }: SearchedText): boolean =>
    used.includes(index) && (other === undefined || isUsed(other))
  const exhaustive = adding(rows, searches, ({ text }) => isUsed(text))
  const matching = common ? lookedThrough(rows, searches) : exhaustive
  const [first, ...others] = searches
  const known =
    others.length === 0 &&
    first?.text.or === undefined &&
    isOneRun(first?.keyword ?? '') &&
    expected > exactCountLimit
  return { matching, exhaustive, expected, known, common }
}

/**
 * Adds searches to a query whose rows are all wanted, or the first of them in an order: by index where few match,
 * by looking through the rows where many do.
 * @param rows what is searched, without columns, order or paging
 */
export async function searched<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  searches: readonly Search[],
): Promise<SelectQueryBuilder<DB, TB, object>> {
  const asked = searches.filter(({ keyword }) => keyword.trim() !== '')
  if (asked.length === 0) return rows
  return (await planSearch(rows, asked)).matching
}
