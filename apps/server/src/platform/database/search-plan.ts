import { exactCountLimit } from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { indexesOf, planOf } from './plan.ts'
import { contains, containsUnindexed, isOneNgram, type Search, type SearchedText } from './search.ts'

/** Searches added to a query, with the planner's expectations. */
interface PlannedSearch<DB, TB extends keyof DB> {
  /** Query for the matches, with the indexes that the planner uses. */
  readonly indexed: SelectQueryBuilder<DB, TB, object>
  /**
   * Whether more matches are expected than are counted exactly. Reading the rows then finds the first matches sooner
   * than an index.
   */
  readonly isCommon: boolean
  /**
   * Number of matches, if the estimate is good: the statistics contain the frequency of a single common ngram. For
   * several ngrams the planner multiplies their frequencies as if they were independent, which may be wrong several
   * times over.
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

/** Adds searches to a query without using their indexes. */
export const withUnindexed = <DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  searches: readonly Search[],
) => withSearches(rows, searches, () => false)

/** Returns the number of rows that the planner expects from a query. */
export const expectedOf = async <DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
): Promise<number> => (await planOf(rows.select(sql<number>`1`.as('match'))))['Plan Rows']

/**
 * Adds searches to a query. If the planner does not use a search's index, the rows are searched without ngrams, which
 * take many times as long to compute.
 * @param rows query for the rows to search, without columns, order or paging
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
 * Adds searches to a query whose rows are all needed, or the first of them in an order. Uses the indexes if few rows
 * match, and otherwise reads the rows.
 * @param rows query for the rows to search, without columns, order or paging
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
