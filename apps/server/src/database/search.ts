import { exactCountLimit } from '@atrium/contract'
import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/**
 * What contains-search on tenants looks at: name, abbreviation, code and contact. It is the expression that
 * the index `tenant_search` is over; alias the table as `tenant`.
 */
export const tenantSearchText = sql<string>`tenant_search_text(tenant.tenant_name, tenant.abbr, tenant.tenant_code, tenant.contact)`

/** What contains-search on sites looks at: name and address; alias the table as `site`. */
export const siteSearchText = sql<string>`site_search_text(site.site_name, site.address)`

/** What contains-search on users looks at: full name, e-mail address and phone number; alias the table as `app_user`. */
export const userSearchText: LargeText = {
  indexed: sql`user_search_text(app_user.full_name, app_user.email, app_user.phone, app_user.phone_key)`,
  // The key of an address is the address in lower case.
  parts: ({ hasCase }) => [
    ...(hasCase
      ? [sql<string>`app_user.email_key`, sql<string>`lower(app_user.full_name)`]
      : [sql<string>`app_user.full_name`, sql<string>`app_user.email_key`]),
    sql`app_user.phone`,
    sql`app_user.phone_key`,
  ],
}

/** The same for the user name alone. */
export const userNameText: LargeText = {
  indexed: sql`app_user.user_name_key`,
  parts: () => [sql`app_user.user_name_key`],
}

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

/** A text that is searched among many rows. */
export interface LargeText {
  /** The expression that the index of runs is over. */
  readonly indexed: RawBuilder<string>
  /**
   * The same text in parts: what is cheapest to look through, and most likely to match, first.
   * @param keyword.hasCase whether they must be in lower case; putting a name so costs more than looking through it
   */
  readonly parts: (keyword: { readonly hasCase: boolean }) => RawBuilder<string | null>[]
}

/** A keyword of up to so many characters is one run of the index of `containsAmongMany`. */
const longestRun = 3

/**
 * The same for tables of up to millions of rows, whose index is over runs of up to three characters: of two
 * Latin letters most have too many. Whatever has the run of a short keyword contains the keyword; longer ones
 * are looked for in what has all of their runs.
 */
export function containsAmongMany({ indexed, parts }: LargeText, keyword: string): RawBuilder<SqlBool> {
  const wanted = keyword.trim()
  if (wanted === '') return sql<SqlBool>`true`
  const hasRuns = sql<SqlBool>`search_runs(${indexed}) @> keyword_runs(${wanted})`
  if ([...wanted].length <= longestRun) return hasRuns
  const hasCase = wanted.toLowerCase() !== wanted.toUpperCase()
  const found = parts({ hasCase }).map((part) => sql`strpos(${part}, lower(${wanted})) <> 0`)
  return sql<SqlBool>`(${hasRuns} and (${sql.join(found, sql` or `)}))`
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

/** How many rows the planner expects of a query: an estimate that looks at none of them. */
export async function plannedRows(query: { explain: Explain }): Promise<number> {
  const [row] = await query.explain('json')
  const [answer] = Object.values(row ?? {}).flat() as { Plan: { 'Plan Rows': number } }[]
  return answer?.Plan['Plan Rows'] ?? 0
}

type Explain = (format: 'json') => Promise<Record<string, unknown>[]>
