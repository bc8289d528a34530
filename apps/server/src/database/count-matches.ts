import { exactCountLimit } from '@atrium/contract'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { planOf } from './plan.ts'

/** How many rows match. */
export interface MatchCount {
  totalCount: number
  /** True when there are more than 10,000 matches and the count is the planner's estimate. */
  totalEstimated: boolean
}

/**
 * Counts what a query matches: exactly up to 10,000 rows, an estimate beyond.
 *
 * @param db the transaction that the query belongs to
 * @param query with its conditions, and without columns, order or paging
 */
export async function countMatches<DB, TB extends keyof DB>(
  db: Kysely<DB>,
  query: SelectQueryBuilder<DB, TB, unknown>,
): Promise<MatchCount> {
  const rows = query.select(sql<number>`1`.as('match'))
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${rows.limit(exactCountLimit + 1)}) as matches`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (total <= exactCountLimit) return { totalCount: total, totalEstimated: false }
  return { totalCount: Math.max(total, (await planOf(rows))['Plan Rows']), totalEstimated: true }
}
