import { foldText } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannedEachTime } from './pooled-connection.ts'

/** A text that is searched: the index answers a short keyword alone, and a row can be looked through without it. */
export interface SearchedText {
  /** The name of its index of runs. */
  readonly index: string
  /** The expression whose runs the index is over. */
  readonly indexed: RawBuilder<string>
  /** Where the index has the tenant as one more run of each row: the column of its id. */
  readonly tenant?: RawBuilder<string>
  /**
   * The same text in folded parts: what is cheapest to look through, and most likely to match, first.
   * @param keyword.hasCase whether their case must be folded too, which costs more than looking through them
   */
  readonly parts: (keyword: { readonly hasCase: boolean }) => readonly RawBuilder<string | null>[]
  /** Another text, with an index of its own, in which the keyword may stand as well; the parts are of both. */
  readonly or?: SearchedText
}

/** Columns as the parts of a searched text. */
export const searchedColumns =
  (...columns: readonly string[]): SearchedText['parts'] =>
  ({ hasCase }) =>
    columns.map((column) =>
      hasCase ? sql<string>`fold_text(${sql.ref(column)})` : sql<string>`narrow_text(${sql.ref(column)})`,
    )

/** What contains-search on tenants looks at: name, abbreviation, code and contact; alias the table as `tenant`. */
export const tenantSearchText: SearchedText = {
  index: 'tenant_search_folded',
  indexed: sql`fold_text(tenant_search_text(tenant.tenant_name, tenant.abbr, tenant.tenant_code, tenant.contact))`,
  parts: searchedColumns('tenant.tenantName', 'tenant.abbr', 'tenant.tenantCode', 'tenant.contact'),
}

/** What contains-search on sites looks at: name and address; alias the table as `site`. */
export const siteSearchText: SearchedText = {
  index: 'site_search_folded',
  indexed: sql`fold_text(site_search_text(site.site_name, site.address))`,
  parts: searchedColumns('site.siteName', 'site.address'),
}

/** What contains-search on the sites of tenants looks at: nickname and name; alias the table as `tenant_site`. */
export const tenantSiteSearchText: SearchedText = {
  index: 'tenant_site_search_folded',
  indexed: sql`fold_text(tenant_site_search_text(tenant_site.nick_name, tenant_site.site_name))`,
  parts: searchedColumns('tenantSite.nickName', 'tenantSite.siteName'),
}

/** What contains-search on the domains of tenants looks at: name and addresses; alias the table as `tenant_url`. */
export const domainSearchText: SearchedText = {
  index: 'tenant_url_search_folded',
  indexed: sql`fold_text(tenant_url_search_text(tenant_url.url_name, tenant_url.url, tenant_url.mobile_url,
    tenant_url.website_url, tenant_url.api_url))`,
  parts: searchedColumns(
    'tenantUrl.url',
    'tenantUrl.mobileUrl',
    'tenantUrl.urlName',
    'tenantUrl.websiteUrl',
    'tenantUrl.apiUrl',
  ),
}

/** What contains-search on studies looks at: name, code, protocol number and sponsor; alias the table as `study`. */
export const studySearchText: SearchedText = {
  index: 'study_search_folded',
  indexed: sql`fold_text(study_search_text(study.study_name, study.study_code, study.plan_code, study.sponsor))`,
  parts: searchedColumns('study.studyName', 'study.studyCode', 'study.planCode', 'study.sponsor'),
}

/** The same for the name of a study alone. */
export const studyNameText: SearchedText = {
  index: 'study_name_search_folded',
  indexed: sql`fold_text(study.study_name)`,
  parts: searchedColumns('study.studyName'),
}

/** What contains-search on users looks at: full name, e-mail address and phone number; alias the table as `app_user`. */
export const userSearchText: SearchedText = {
  index: 'app_user_search_folded',
  indexed: sql`fold_text(user_search_text(app_user.full_name, app_user.email, app_user.phone, app_user.phone_key))`,
  // Keys are folded as they are stored, and phone numbers are digits and hyphens.
  parts: (keyword) => [
    ...(keyword.hasCase
      ? [sql<string>`app_user.email_key`, ...searchedColumns('appUser.fullName')(keyword)]
      : [...searchedColumns('appUser.fullName')(keyword), sql<string>`app_user.email_key`]),
    sql`app_user.phone`,
    sql`app_user.phone_key`,
  ],
}

/** The same for the user name alone. */
export const userNameText: SearchedText = {
  index: 'app_user_name_search',
  indexed: sql`app_user.user_name_key`,
  parts: () => [sql`app_user.user_name_key`],
}

/** Both. */
export const wholeUserText: SearchedText = {
  ...userSearchText,
  parts: (keyword) => [...userSearchText.parts(keyword), ...userNameText.parts(keyword)],
  or: userNameText,
}

/** The same of a tenant's users, in the copy that their places have; alias the table as `tenant_user`. */
export const tenantUserSearchText: SearchedText = {
  index: 'tenant_user_search_folded',
  tenant: sql`tenant_user.tenant_id`,
  indexed: sql`fold_text(user_search_text(tenant_user.full_name, tenant_user.email, tenant_user.phone, tenant_user.phone_key))`,
  parts: (keyword) => [
    ...searchedColumns('tenantUser.fullName', 'tenantUser.email')(keyword),
    sql`tenant_user.phone`,
    sql`tenant_user.phone_key`,
  ],
}

/** The user name of a tenant's users alone. */
export const tenantUserNameText: SearchedText = {
  index: 'tenant_user_name_search_by_tenant',
  tenant: sql`tenant_user.tenant_id`,
  indexed: sql`tenant_user.user_name_key`,
  parts: () => [sql`tenant_user.user_name_key`],
}

/** What contains-search on invitations looks at: the address; alias the table as `invitation`. */
export const invitationSearchText: SearchedText = {
  index: 'invitation_search',
  indexed: sql`invitation.email_key`,
  parts: () => [sql`invitation.email_key`],
}

/** What contains-search on files looks at: the name; alias the table as `file`. */
export const fileSearchText: SearchedText = {
  index: 'file_search_folded',
  indexed: sql`fold_text(file.file_name)`,
  parts: searchedColumns('file.fileName'),
}

/** A keyword of up to so many characters is one run of the index. */
const longestRun = 3

/** Whether a keyword is one run; a sign such as ㈱ is three characters once it is folded. */
export const isOneRun = (keyword: string): boolean => [...foldText(keyword.trim())].length <= longestRun

const everything = sql<SqlBool>`true`

/** How many rows a keyword finds decides how they are best found. */
const each = sql.raw(plannedEachTime)

/** The condition that a text, or the other one that belongs to it, has all runs of a keyword. */
const hasRuns = ({ indexed, tenant, or: other }: SearchedText, wanted: string): RawBuilder<SqlBool> => {
  const runs = tenant ? sql`(tenant_run(${tenant}) || search_runs(${indexed}))` : sql`search_runs(${indexed})`
  const hasOwn = sql<SqlBool>`${each} ${runs} @> keyword_runs(fold_text(${wanted}))`
  return other ? sql<SqlBool>`(${hasOwn} or ${hasRuns(other, wanted)})` : hasOwn
}

/**
 * The condition that a text contains a keyword, however either is written (`foldText`), by the index of its runs of up
 * to three characters: of two Latin letters most are in too many texts. Whatever has the run of a short keyword contains
 * the keyword; longer ones are looked for in what has those of their runs that are asked for.
 *
 * @param keyword as the user typed it; spaces at its ends do not count, and an empty one matches everything
 */
export function contains(text: SearchedText, keyword: string): RawBuilder<SqlBool> {
  const wanted = keyword.trim()
  if (wanted === '') return everything
  const indexed = hasRuns(text, wanted)
  return isOneRun(wanted) ? indexed : sql<SqlBool>`(${indexed} and ${containsUnindexed(text, wanted)})`
}

/**
 * The same without the index, by looking through the rows that are met anyway: to make a text's runs takes
 * many times as long. Not by LIKE: the planner takes a Chinese pattern for one that hardly any row matches, and
 * sorts the whole table where it could have read ten rows in order. Of `<> 0` it expects that nearly all pass.
 */
export function containsUnindexed(
  { parts }: Pick<SearchedText, 'parts'>,
  keyword: string,
): RawBuilder<SqlBool> {
  const wanted = keyword.trim()
  if (wanted === '') return everything
  const folded = foldText(wanted)
  const hasCase = folded !== folded.toUpperCase()
  const found = parts({ hasCase }).map((part) => sql`strpos(${part}, fold_text(${wanted})) <> 0`)
  return sql<SqlBool>`(${each} ${sql.join(found, sql` or `)})`
}

/** The same for columns of a table that is too small for an index of runs. */
export const columnsContain = (columns: readonly string[], keyword: string): RawBuilder<SqlBool> =>
  containsUnindexed({ parts: searchedColumns(...columns) }, keyword)

/** A keyword and the text that must contain it. */
export interface Search {
  readonly text: SearchedText
  readonly keyword: string
}

/**
 * Answers in SQL the keys of the rows that searches match, from a function of the database that uses the indexes of
 * runs for those whom row-level security keeps from them: one null, and nothing else, where it has not looked for them
 * since the rows are looked through sooner.
 * @param most how many keys are wanted; null for all
 */
export type KeySearch = (searches: readonly Search[], most: number | null) => RawBuilder<unknown>

/** Searches one tenant's users by `tenantUserSearchText` in a session of that tenant. */
export const tenantUserKeySearch =
  (tenantId: string): KeySearch =>
  ([search], most) =>
    sql`find_tenant_users(${[tenantId]}, ${search?.keyword.trim() ?? ''}, '', true, ${sql.lit(most)})`
