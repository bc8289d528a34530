import { foldText } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { plannedEachTime } from './pooled-connection.ts'

/** A text that can be searched by an index of its ngrams, or row by row without it. */
export interface SearchedText {
  /** Name of its ngram index. */
  readonly index: string
  /** Expression whose ngrams are in the index. */
  readonly indexed: RawBuilder<string>
  /** Column with the tenant's id, if the index has the tenant as an additional ngram of each row. */
  readonly tenant?: RawBuilder<string>
  /**
   * Parts of the same text, folded. The parts that are cheapest to search and most likely to match come first.
   * @param keyword.hasCase whether the case of the parts must be folded too, which costs more than the search
   */
  readonly parts: (keyword: { readonly hasCase: boolean }) => readonly RawBuilder<string | null>[]
  /** Another text with its own index that may contain the keyword instead. The parts cover both texts. */
  readonly or?: SearchedText
}

/** Returns columns as the parts of a searched text. */
export const searchedColumns =
  (...columns: readonly string[]): SearchedText['parts'] =>
  ({ hasCase }) =>
    columns.map((column) =>
      hasCase ? sql<string>`fold_text(${sql.ref(column)})` : sql<string>`narrow_text(${sql.ref(column)})`,
    )

/** Searched text of tenants: name, abbreviation, code and contact. Alias the table as `tenant`. */
export const tenantSearchText: SearchedText = {
  index: 'tenant_search_folded',
  indexed: sql`fold_text(tenant_search_text(tenant.tenant_name, tenant.abbr, tenant.tenant_code, tenant.contact))`,
  parts: searchedColumns('tenant.tenantName', 'tenant.abbr', 'tenant.tenantCode', 'tenant.contact'),
}

/** Searched text of sites: name and address. Alias the table as `site`. */
export const siteSearchText: SearchedText = {
  index: 'site_search_folded',
  indexed: sql`fold_text(site_search_text(site.site_name, site.address))`,
  parts: searchedColumns('site.siteName', 'site.address'),
}

/** Searched text of tenants' sites: nickname and name. Alias the table as `tenant_site`. */
export const tenantSiteSearchText: SearchedText = {
  index: 'tenant_site_search_folded',
  indexed: sql`fold_text(tenant_site_search_text(tenant_site.nick_name, tenant_site.site_name))`,
  parts: searchedColumns('tenantSite.nickName', 'tenantSite.siteName'),
}

/** Searched text of tenants' domains: name and addresses. Alias the table as `tenant_url`. */
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

/** Searched text of studies: name, code, protocol number and sponsor. Alias the table as `study`. */
export const studySearchText: SearchedText = {
  index: 'study_search_folded',
  indexed: sql`fold_text(study_search_text(study.study_name, study.study_code, study.plan_code, study.sponsor))`,
  parts: searchedColumns('study.studyName', 'study.studyCode', 'study.planCode', 'study.sponsor'),
}

/** Searched text of studies: only the name. */
export const studyNameText: SearchedText = {
  index: 'study_name_search_folded',
  indexed: sql`fold_text(study.study_name)`,
  parts: searchedColumns('study.studyName'),
}

/** Searched text of users: full name, e-mail address and phone number. Alias the table as `app_user`. */
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

/** Searched text of users: only the user name. */
export const userNameText: SearchedText = {
  index: 'app_user_name_search',
  indexed: sql`app_user.user_name_key`,
  parts: () => [sql`app_user.user_name_key`],
}

/** Searched text of users, including the user name. */
export const wholeUserText: SearchedText = {
  ...userSearchText,
  parts: (keyword) => [...userSearchText.parts(keyword), ...userNameText.parts(keyword)],
  or: userNameText,
}

/** Searched text of a tenant's users, copied into their memberships. Alias the table as `tenant_user`. */
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

/** Searched text of a tenant's users: only the user name. */
export const tenantUserNameText: SearchedText = {
  index: 'tenant_user_name_search_by_tenant',
  tenant: sql`tenant_user.tenant_id`,
  indexed: sql`tenant_user.user_name_key`,
  parts: () => [sql`tenant_user.user_name_key`],
}

/** Searched text of invitations: the address. Alias the table as `invitation`. */
export const invitationSearchText: SearchedText = {
  index: 'invitation_search',
  indexed: sql`invitation.email_key`,
  parts: () => [sql`invitation.email_key`],
}

/** Searched text of files: the name. Alias the table as `file`. */
export const fileSearchText: SearchedText = {
  index: 'file_search_folded',
  indexed: sql`fold_text(file.file_name)`,
  parts: searchedColumns('file.fileName'),
}

/** Maximum length of an ngram in an index, in characters. */
const maxNgramLength = 3

/** Returns whether a keyword is a single ngram. Its characters are counted after folding: ㈱ counts as three. */
export const isOneNgram = (keyword: string): boolean => [...foldText(keyword.trim())].length <= maxNgramLength

const everything = sql<SqlBool>`true`

/** No plan is reused, because the best one depends on the keyword. */
const each = sql.raw(plannedEachTime)

/** Returns the condition that a text, or its alternative, has all ngrams of a keyword. */
const hasNgrams = ({ indexed, tenant, or: other }: SearchedText, wanted: string): RawBuilder<SqlBool> => {
  const ngrams = tenant
    ? sql`(tenant_run(${tenant}) || search_runs(${indexed}))`
    : sql`search_runs(${indexed})`
  const hasOwn = sql<SqlBool>`${each} ${ngrams} @> keyword_runs(fold_text(${wanted}))`
  return other ? sql<SqlBool>`(${hasOwn} or ${hasNgrams(other, wanted)})` : hasOwn
}

/**
 * Returns the condition that a text contains a keyword, both folded by `foldText`. It uses the ngram index. A text
 * with the ngram of a short keyword contains the keyword. For a longer keyword, the texts with all of its ngrams are
 * searched.
 * @param keyword as the user typed it; spaces at its ends are ignored, and an empty one matches everything
 */
export function contains(text: SearchedText, keyword: string): RawBuilder<SqlBool> {
  const wanted = keyword.trim()
  if (wanted === '') return everything
  const indexed = hasNgrams(text, wanted)
  return isOneNgram(wanted) ? indexed : sql<SqlBool>`(${indexed} and ${containsUnindexed(text, wanted)})`
}

/**
 * Returns the same condition without the index, for rows that are read anyway, because computing a text's ngrams
 * takes many times as long. It does not use LIKE: the planner expects hardly any row to match a Chinese pattern, and
 * sorts the whole table instead of reading ten rows in order. With `<> 0` it expects nearly all rows to match.
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

/** Returns the condition that one of several columns contains a keyword, for a table without an ngram index. */
export const columnsContain = (columns: readonly string[], keyword: string): RawBuilder<SqlBool> =>
  containsUnindexed({ parts: searchedColumns(...columns) }, keyword)

/** A keyword, and the text that must contain it. */
export interface Search {
  readonly text: SearchedText
  readonly keyword: string
}

/**
 * Returns SQL for the keys of matching rows. It calls a database function that may use the ngram indexes where
 * row-level security prevents the caller from using them. If a `max` is given and many more matches are expected, the
 * result may be a single null.
 * @param max maximum number of keys; null for all
 */
export type KeySearch = (searches: readonly Search[], max: number | null) => RawBuilder<unknown>

/**
 * Searches the users of tenants by `tenantUserSearchText` and `tenantUserNameText`.
 * @param tenantIds tenants to search, as far as they belong to the session
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
