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
   * The same text in parts: what is cheapest to look through, and most likely to match, first.
   * @param keyword.hasCase whether they must be in lower case; putting a name so costs more than looking through it
   */
  readonly parts: (keyword: { readonly hasCase: boolean }) => readonly RawBuilder<string | null>[]
  /** Another text, with an index of its own, in which the keyword may stand as well; the parts are of both. */
  readonly or?: SearchedText
}

/** Columns as the parts of a searched text. */
export const searchedColumns =
  (...columns: readonly string[]): SearchedText['parts'] =>
  ({ hasCase }) =>
    columns.map((column) => (hasCase ? sql<string>`lower(${sql.ref(column)})` : sql.ref<string>(column)))

/** What contains-search on tenants looks at: name, abbreviation, code and contact; alias the table as `tenant`. */
export const tenantSearchText: SearchedText = {
  index: 'tenant_search',
  indexed: sql`tenant_search_text(tenant.tenant_name, tenant.abbr, tenant.tenant_code, tenant.contact)`,
  parts: searchedColumns('tenant.tenantName', 'tenant.abbr', 'tenant.tenantCode', 'tenant.contact'),
}

/** What contains-search on sites looks at: name and address; alias the table as `site`. */
export const siteSearchText: SearchedText = {
  index: 'site_search',
  indexed: sql`site_search_text(site.site_name, site.address)`,
  parts: searchedColumns('site.siteName', 'site.address'),
}

/** What contains-search on the sites of tenants looks at: nickname and name; alias the table as `tenant_site`. */
export const tenantSiteSearchText: SearchedText = {
  index: 'tenant_site_search',
  indexed: sql`tenant_site_search_text(tenant_site.nick_name, tenant_site.site_name)`,
  parts: searchedColumns('tenantSite.nickName', 'tenantSite.siteName'),
}

/** What contains-search on the domains of tenants looks at: name and addresses; alias the table as `tenant_url`. */
export const domainSearchText: SearchedText = {
  index: 'tenant_url_search',
  indexed: sql`tenant_url_search_text(tenant_url.url_name, tenant_url.url, tenant_url.mobile_url,
    tenant_url.website_url, tenant_url.api_url)`,
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
  index: 'study_search',
  indexed: sql`study_search_text(study.study_name, study.study_code, study.plan_code, study.sponsor)`,
  parts: searchedColumns('study.studyName', 'study.studyCode', 'study.planCode', 'study.sponsor'),
}

/** The same for the name of a study alone. */
export const studyNameText: SearchedText = {
  index: 'study_name_search',
  indexed: sql`study.study_name`,
  parts: searchedColumns('study.studyName'),
}

/** What contains-search on users looks at: full name, e-mail address and phone number; alias the table as `app_user`. */
export const userSearchText: SearchedText = {
  index: 'app_user_search',
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
  index: 'tenant_user_search_by_tenant',
  tenant: sql`tenant_user.tenant_id`,
  indexed: sql`user_search_text(tenant_user.full_name, tenant_user.email, tenant_user.phone, tenant_user.phone_key)`,
  parts: searchedColumns(
    'tenantUser.fullName',
    'tenantUser.email',
    'tenantUser.phone',
    'tenantUser.phoneKey',
  ),
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
  index: 'file_search',
  indexed: sql`file.file_name`,
  parts: searchedColumns('file.fileName'),
}

/** Makes a keyword match itself alone in LIKE, for tables too small for an index of runs. */
export function escapeLike(keyword: string): string {
  return keyword.replace(/[\\%_]/g, '\\$&')
}

/** A keyword of up to so many characters is one run of the index. */
const longestRun = 3

/** Whether a keyword is one run; a letter such as İ is two in lower case. */
export const isOneRun = (keyword: string): boolean => [...keyword.trim().toLowerCase()].length <= longestRun

const everything = sql<SqlBool>`true`

/** How many rows a keyword finds decides how they are best found. */
const each = sql.raw(plannedEachTime)

/** The condition that a text, or the other one that belongs to it, has all runs of a keyword. */
const hasRuns = ({ indexed, tenant, or: other }: SearchedText, wanted: string): RawBuilder<SqlBool> => {
  const runs = tenant ? sql`(tenant_run(${tenant}) || search_runs(${indexed}))` : sql`search_runs(${indexed})`
  const hasOwn = sql<SqlBool>`${each} ${runs} @> keyword_runs(${wanted})`
  return other ? sql<SqlBool>`(${hasOwn} or ${hasRuns(other, wanted)})` : hasOwn
}

/**
 * The condition that a text contains a keyword, without regard to case, by the index of its runs of up to three
 * characters: of two Latin letters most are in too many texts. Whatever has the run of a short keyword contains
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
export function containsUnindexed({ parts }: SearchedText, keyword: string): RawBuilder<SqlBool> {
  const wanted = keyword.trim()
  if (wanted === '') return everything
  const hasCase = wanted.toLowerCase() !== wanted.toUpperCase()
  const found = parts({ hasCase }).map((part) => sql`strpos(${part}, lower(${wanted})) <> 0`)
  return sql<SqlBool>`(${each} ${sql.join(found, sql` or `)})`
}

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
