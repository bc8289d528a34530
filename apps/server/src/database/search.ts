import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** Matches beyond this many are no longer counted one by one. */
export const exactCountLimit = 10_000

/**
 * What contains-search on tenants looks at: name, abbreviation, code and contact. It is the expression that
 * the index `tenant_search` is over; alias the table as `tenant`.
 */
export const tenantSearchText = sql<string>`tenant_search_text(tenant.tenant_name, tenant.abbr, tenant.tenant_code, tenant.contact)`

/** Makes a keyword match itself alone in LIKE, for tables too small for a gram index. */
export function escapeLike(keyword: string): string {
  return keyword.replace(/[\\%_]/g, '\\$&')
}

/**
 * The condition that a text contains a keyword, without regard to case. It asks a gram index for the rows
 * that have every two neighbouring characters of the keyword, and looks for the whole keyword in those.
 * Not by LIKE: the planner takes a Chinese pattern for one that hardly any row matches, and sorts the whole
 * table where it could have read ten rows in order. Of `<> 0` it expects that nearly all pass, as they do.
 *
 * @param text the expression that the gram index is over
 * @param keyword as the user typed it; spaces at its ends do not count, and an empty one matches everything
 */
export function contains(text: RawBuilder<string>, keyword: string): RawBuilder<SqlBool> {
  const wanted = keyword.trim()
  if (wanted === '') return sql<SqlBool>`true`
  return sql<SqlBool>`(search_grams(${text}) @> keyword_grams(${wanted})
    and strpos(lower(${text}), lower(${wanted})) <> 0)`
}

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
  return { totalCount: Math.max(total, await plannedRows(rows)), totalEstimated: true }
}

/** How many rows the planner expects of a query. */
async function plannedRows(query: { explain: Explain }): Promise<number> {
  const [row] = await query.explain('json')
  const [answer] = Object.values(row ?? {}).flat() as { Plan: { 'Plan Rows': number } }[]
  return answer?.Plan['Plan Rows'] ?? 0
}

type Explain = (format: 'json') => Promise<Record<string, unknown>[]>
