import { exactCountLimit } from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { indexesOf, planOf } from './plan.ts'
import { contains, containsUnindexed, isOneNgram, type Search, type SearchedText } from './search.ts'

/** Searches added to a query, and what the planner expects of them. */
interface PlannedSearch<DB, TB extends keyof DB> {
  /** The matches, by the indexes that the planner uses for them. */
  readonly indexed: SelectQueryBuilder<DB, TB, object>
  /** Whether more are expected than are counted: reading the rows finds the first of them sooner than an index. */
  readonly isCommon: boolean
  /**
   * Number of matches, if the statistics have a good estimate: they hold the share of a single common ngram. For
   * several the planner multiplies the shares as if they were independent, which may be wrong by a multiple.
   */
  readonly estimate: number | undefined
}

const withSearches = <DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  searches: readonly Search[],
  isIndexed: (search: Search) => boolean,
) =>
  searches.reduce(
    (query, search) =>
      query.where((isIndexed(search) ? contains : containsUnindexed)(search.text, search.keyword)),
    rows,
  )

/** Adds searches to a query without their indexes. */
export const withUnindexed = <DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  searches: readonly Search[],
) => withSearches(rows, searches, () => false)

/** Returns how many rows the planner expects of a query. */
export const expectedOf = async <DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
): Promise<number> => (await planOf(rows.select(sql<number>`1`.as('match'))))['Plan Rows']

/**
 * Adds searches to a query. Where the planner does not use an index, the rows are searched without their ngrams, which
 * take many times as long to make.
 * @param rows what is searched, without columns, order or paging
 */
export async function planSearch<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  searches: readonly Search[],
): Promise<PlannedSearch<DB, TB>> {
  const matching = withSearches(rows, searches, () => true)
  const plan = await planOf(matching.select(sql<number>`1`.as('match')).limit(exactCountLimit + 1))
  const scan = plan.Plans?.find((part) => part['Parent Relationship'] === 'Outer') ?? plan
  const expected = scan['Plan Rows']
  const used = indexesOf(plan)
  const isUsed = ({ index, or: other }: SearchedText): boolean =>
    used.includes(index) && (other === undefined || isUsed(other))
  const [first, ...others] = searches
  const isCommon = expected > exactCountLimit
  const isKnown =
    isCommon && others.length === 0 && first?.text.or === undefined && isOneNgram(first?.keyword ?? '')
  return {
    indexed: withSearches(rows, searches, ({ text }) => isUsed(text)),
    isCommon,
    estimate: isKnown ? expected : undefined,
  }
}

/**
 * Adds searches to a query whose rows are all wanted, or the first of them in an order: by index if few match, otherwise
 * by reading the rows.
 * @param rows what is searched, without columns, order or paging
 */
export async function searched<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  searches: readonly Search[],
): Promise<SelectQueryBuilder<DB, TB, object>> {
  const wanted = searches.filter(({ keyword }) => keyword.trim() !== '')
  if (wanted.length === 0) return rows
  const { indexed, isCommon } = await planSearch(rows, wanted)
  return isCommon ? withUnindexed(rows, wanted) : indexed
}
