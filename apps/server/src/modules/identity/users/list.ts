import {
  type ListedUser,
  languageOf,
  type Profile,
  type RequestOf,
  userList,
  userTypes,
} from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { inOrder, keysOfPage, nameIn, orderOf, type Page } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { type Search, userNameText, userSearchText } from '../../../platform/database/search.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { daysIn, isReached } from '../../access/index.ts'
import { regionNames } from '../../reference-data/regions/index.ts'
import { isExternal, searchedContact, userNameKey } from '../identifiers/index.ts'
import { userColumns } from './user-row.ts'

/** Filters for the list and the export of users. */
export interface UserFilters {
  /** Part of the full name, e-mail address or phone number; '' matches all. */
  readonly keyWord: string
  /** Part of the user name, regardless of case and Unicode variants; '' matches all. */
  readonly userName: string
  /** Status of the users; undefined matches all. */
  readonly status?: string | undefined
  /** Whether to include special users. */
  readonly searchAll: boolean
}

/** Selects the users of a list before the text search. */
export const listedUsers = (trx: Trx, { searchAll, status }: UserFilters) =>
  trx
    .selectFrom('appUser')
    .$if(!searchAll, (query) => query.where('appUser.userType', '=', userTypes.normal))
    .$if(status !== undefined, (query) => query.where('appUser.status', '=', status ?? ''))

/** Returns the text searches for the filters. */
export const userSearches = ({ keyWord, userName }: UserFilters): Search[] => [
  { text: userSearchText, keyword: searchedContact(keyWord) },
  { text: userNameText, keyword: userNameKey(userName) },
]

/** Order of a list of users, newest first by default. */
export const userOrder = orderOf('appUser', userList, { userName: 'userNameKey' }, ['fullName', 'userName'])

/** Returns the ids of one page of users, newest first by default. */
export const pageOfUsers = (trx: Trx, input: RequestOf<typeof userList>): Promise<Page<string>> =>
  keysOfPage(
    trx,
    { rows: listedUsers(trx, input), searches: userSearches(input), order: userOrder(input) },
    input,
  )

/**
 * Selects the columns of users, the names of their roles and regions in the given language, and whether the caller
 * may change them. The names are subselects, so apply it only to the rows of one page.
 */
const presentedUsers = (
  query: SelectQueryBuilder<Database, 'appUser', object>,
  { caller, language }: Pick<Work<typeof userList>, 'caller' | 'language'>,
) =>
  query
    .select([...userColumns, 'appUser.ucId', 'appUser.createdAt', 'appUser.roleFrom', 'appUser.roleUntil'])
    .select(regionNames(language, 'appUser'))
    .select((from) => [
      nameIn(language, 'appUser.fullName').as('displayName'),
      from
        .selectFrom('role')
        .select(nameIn(language, 'role.name').as('name'))
        .whereRef('role.id', '=', 'appUser.roleId')
        .as('roleName'),
      isReached(caller, 'appUser.id').as('reachable'),
    ])

type PresentedUser = Awaited<ReturnType<ReturnType<typeof presentedUsers>['executeTakeFirstOrThrow']>>

/** Converts a user for the response. Missing values become ''. */
const toListedUser = (
  { createdAt, roleFrom, roleUntil, ...row }: PresentedUser,
  profile: Profile,
  days: ReturnType<typeof daysIn>,
): ListedUser => ({
  ...row,
  ...days.shownRole(roleFrom, roleUntil),
  language: languageOf(row.language),
  birthday: row.birthday ?? '',
  roleId: row.roleId ?? '',
  roleName: row.roleName ?? '',
  countryId: row.countryId ?? '',
  countryName: row.countryName ?? '',
  provinceId: row.provinceId ?? '',
  provinceName: row.provinceName ?? '',
  cityId: row.cityId ?? '',
  cityName: row.cityName ?? '',
  external: isExternal(profile, row.org),
  createTime: createdAt.toISOString(),
})

/** Handles POST /sys/user/list. Returns one page of users, newest first by default. */
export const userListRoute = handle(userList, async (work) => {
  const { input, trx, services } = work
  const { list: ids, ...counts } = await pageOfUsers(trx, input)
  const page = trx.selectFrom('appUser').where('appUser.id', '=', sql<string>`any(${ids})`)
  const rows = await presentedUsers(inOrder(page, userOrder(input)), work).execute()
  const days = daysIn(services.profile.timeZone)
  return { list: rows.map((row) => toListedUser(row, services.profile, days)), ...counts }
})
