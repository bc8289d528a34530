import { foldText } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannedEachTime } from './pooled-connection.ts'

/** A text that can be searched by an index of its ngrams, or row by row without it. */
export interface SearchedText {
  /** The name of its index of ngrams. */
  readonly index: string
  /** The expression whose ngrams the index holds. */
  readonly indexed: RawBuilder<string>
  /** The column of the tenant's id, if the index holds the tenant as one more ngram of each row. */
  readonly tenant?: RawBuilder<string>
  /**
   * The same text in folded parts, the cheapest to search and most likely to match first.
   * @param keyword.hasCase whether their case must be folded too, which costs more than the search
   */
  readonly parts: (keyword: { readonly hasCase: boolean }) => readonly RawBuilder<string | null>[]
  /** Another text, with its own index, that may contain the keyword instead; the parts cover both. */
  readonly or?: SearchedText
}

/** Returns columns as the parts of a searched text. */
export const searchedColumns =
  (...columns: readonly string[]): SearchedText['parts'] =>
  ({ hasCase }) =>
    columns.map((column) =>
      hasCase ? sql<string>`fold_text(${sql.ref(column)})` : sql<string>`narrow_text(${sql.ref(column)})`,
    )

/** The searched text of tenants: name, abbreviation, code and contact. Alias the table as `tenant`. */
export const tenantSearchText: SearchedText = {
  index: 'tenant_search_folded',
  indexed: sql`fold_text(tenant_search_text(tenant.tenant_name, tenant.abbr, tenant.tenant_code, tenant.contact))`,
  parts: searchedColumns('tenant.tenantName', 'tenant.abbr', 'tenant.tenantCode', 'tenant.contact'),
}

/** The searched text of sites: name and address. Alias the table as `site`. */
export const siteSearchText: SearchedText = {
  index: 'site_search_folded',
  indexed: sql`fold_text(site_search_text(site.site_name, site.address))`,
  parts: searchedColumns('site.siteName', 'site.address'),
}

/** The searched text of the sites of tenants: nickname and name. Alias the table as `tenant_site`. */
export const tenantSiteSearchText: SearchedText = {
  index: 'tenant_site_search_folded',
  indexed: sql`fold_text(tenant_site_search_text(tenant_site.nick_name, tenant_site.site_name))`,
  parts: searchedColumns('tenantSite.nickName', 'tenantSite.siteName'),
}

/** The searched text of the domains of tenants: name and addresses. Alias the table as `tenant_url`. */
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

/** The searched text of studies: name, code, protocol number and sponsor. Alias the table as `study`. */
export const studySearchText: SearchedText = {
  index: 'study_search_folded',
  indexed: sql`fold_text(study_search_text(study.study_name, study.study_code, study.plan_code, study.sponsor))`,
  parts: searchedColumns('study.studyName', 'study.studyCode', 'study.planCode', 'study.sponsor'),
}

/** Only the name of a study. */
export const studyNameText: SearchedText = {
  index: 'study_name_search_folded',
  indexed: sql`fold_text(study.study_name)`,
  parts: searchedColumns('study.studyName'),
}

/** The searched text of users: full name, e-mail address and phone number. Alias the table as `app_user`. */
export const userSearchText: SearchedText = {
  index: 'app_user_search_folded',
  indexed: sql`fold_text(user_search_text(app_user.full_name, app_user.email, app_user.phone, app_user.phone_key))`,
  // Keys are stored folded, and phone numbers are digits and hyphens.
  parts: (keyword) => [
    ...(keyword.hasCase
      ? [sql<string>`app_user.email_key`, ...searchedColumns('appUser.fullName')(keyword)]
      : [...searchedColumns('appUser.fullName')(keyword), sql<string>`app_user.email_key`]),
    sql`app_user.phone`,
    sql`app_user.phone_key`,
  ],
}

/** Only the user name. */
export const userNameText: SearchedText = {
  index: 'app_user_name_search',
  indexed: sql`app_user.user_name_key`,
  parts: () => [sql`app_user.user_name_key`],
}

/** The searched text of users and their user name. */
export const wholeUserText: SearchedText = {
  ...userSearchText,
  parts: (keyword) => [...userSearchText.parts(keyword), ...userNameText.parts(keyword)],
  or: userNameText,
}

/** The searched text of a tenant's users, which their memberships copy. Alias the table as `tenant_user`. */
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

/** Only the user name of a tenant's users. */
export const tenantUserNameText: SearchedText = {
  index: 'tenant_user_name_search_by_tenant',
  tenant: sql`tenant_user.tenant_id`,
  indexed: sql`tenant_user.user_name_key`,
  parts: () => [sql`tenant_user.user_name_key`],
}

/** The searched text of invitations: the address. Alias the table as `invitation`. */
export const invitationSearchText: SearchedText = {
  index: 'invitation_search',
  indexed: sql`invitation.email_key`,
  parts: () => [sql`invitation.email_key`],
}

/** The searched text of files: the name. Alias the table as `file`. */
export const fileSearchText: SearchedText = {
  index: 'file_search_folded',
  indexed: sql`fold_text(file.file_name)`,
  parts: searchedColumns('file.fileName'),
}

/** Characters of the longest ngrams in an index. */
const maxNgramLength = 3

/** Returns whether a keyword is a single ngram. Characters count as folded: ㈱ is three. */
export const isOneNgram = (keyword: string): boolean => [...foldText(keyword.trim())].length <= maxNgramLength

const everything = sql<SqlBool>`true`

/** The best plan depends on the keyword, so that none is reused. */
const each = sql.raw(plannedEachTime)

/** The condition that a text, or its other one, has all ngrams of a keyword. */
const hasNgrams = ({ indexed, tenant, or: other }: SearchedText, wanted: string): RawBuilder<SqlBool> => {
  const ngrams = tenant
    ? sql`(tenant_run(${tenant}) || search_runs(${indexed}))`
    : sql`search_runs(${indexed})`
  const hasOwn = sql<SqlBool>`${each} ${ngrams} @> keyword_runs(fold_text(${wanted}))`
  return other ? sql<SqlBool>`(${hasOwn} or ${hasNgrams(other, wanted)})` : hasOwn
}

/**
 * Returns the condition that a text contains a keyword, both folded by `foldText`, by the index of its ngrams. A text
 * with the ngram of a short keyword contains the keyword. For a longer keyword the texts with its ngrams are searched.
 *
 * @param keyword as the user typed it; spaces at its ends are ignored, and an empty one matches everything
 */
export function contains(text: SearchedText, keyword: string): RawBuilder<SqlBool> {
  const wanted = keyword.trim()
  if (wanted === '') return everything
  const indexed = hasNgrams(text, wanted)
  return isOneNgram(wanted) ? indexed : sql<SqlBool>`(${indexed} and ${containsUnindexed(text, wanted)})`
}

/**
 * Returns the same condition without the index, for rows that are read anyway: making a text's ngrams takes many times
 * as long. It does not use LIKE, because the planner expects that hardly any row matches a Chinese pattern, and sorts the
 * whole table instead of reading ten rows in order. Of `<> 0` it expects that nearly all rows match.
 */
export function containsUnindexed(
  { parts }: Pick<SearchedText, 'parts'>,
  keyword: string,
): RawBuilder<SqlBool> {
  const wanted = keyword.trim()
  if (wanted === '') return everything
  const folded = foldText(wanted)
  const hasCase = folded !== folded.toUpperCase()
  const matches = parts({ hasCase }).map((part) => sql`strpos(${part}, fold_text(${wanted})) <> 0`)
  return sql<SqlBool>`(${each} ${sql.join(matches, sql` or `)})`
}

/** Returns the condition that a column of a table without an index of ngrams contains a keyword. */
export const columnsContain = (columns: readonly string[], keyword: string): RawBuilder<SqlBool> =>
  containsUnindexed({ parts: searchedColumns(...columns) }, keyword)

/** A keyword and the text that must contain it. */
export interface Search {
  readonly text: SearchedText
  readonly keyword: string
}

/**
 * Returns SQL for the keys of matching rows, from a function of the database that may use the indexes of ngrams where
 * row-level security keeps the caller from them. With a `max` it may return a single null, if it expects many more.
 * @param max how many keys it returns at most; null for all
 */
export type KeySearch = (searches: readonly Search[], max: number | null) => RawBuilder<unknown>

/**
 * Searches the users of tenants by `tenantUserSearchText` and `tenantUserNameText`.
 * @param tenantIds of which the session's own are searched
 * @param searchAll whether special users are searched too
 */
export const tenantUserKeySearch =
  (tenantIds: readonly string[], searchAll = true): KeySearch =>
  (searches, max) => {
    const keywordOf = (text: SearchedText) =>
      searches.find((search) => search.text === text)?.keyword.trim() ?? ''
    return sql`find_tenant_users(${[...tenantIds]}, ${keywordOf(tenantUserSearchText)}, ${keywordOf(tenantUserNameText)},
      ${searchAll}, ${sql.lit(max)})`
  }
