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
import { isReached } from '../../access/index.ts'
import { regionNames } from '../../reference-data/regions/index.ts'
import { isExternal, searchedContact, userNameKey } from '../identifiers/index.ts'
import { userColumns } from './user-row.ts'

/** Which users a list shows and an export writes. */
export interface UserFilters {
  /** Part of the full name, e-mail address or phone number; '' for any. */
  readonly keyWord: string
  /** Part of the user name, without regard to case and Unicode variants; '' for any. */
  readonly userName: string
  /** Only users in this state. */
  readonly status?: string | undefined
  /** Special users too. */
  readonly searchAll: boolean
}

/** The users that are listed, before they are searched. */
export const listedUsers = (trx: Trx, { searchAll, status }: UserFilters) =>
  trx
    .selectFrom('appUser')
    .$if(!searchAll, (query) => query.where('appUser.userType', '=', userTypes.normal))
    .$if(status !== undefined, (query) => query.where('appUser.status', '=', status ?? ''))

/** Text that the search covers. */
export const userSearches = ({ keyWord, userName }: UserFilters): Search[] => [
  { text: userSearchText, keyword: searchedContact(keyWord) },
  { text: userNameText, keyword: userNameKey(userName) },
]

/** The order of a list of users; by default the latest first. */
export const userOrder = orderOf('appUser', userList, { userName: 'userNameKey' }, ['fullName', 'userName'])

/** The ids of one page of the users, the latest first unless another order is asked for. */
export const pageOfUsers = (trx: Trx, input: RequestOf<typeof userList>): Promise<Page<string>> =>
  keysOfPage(
    trx,
    { rows: listedUsers(trx, input), searches: userSearches(input), order: userOrder(input) },
    input,
  )

/**
 * Selects the columns of users, the names of their roles and regions in a language, and whether the caller may change
 * them. The names are subselects, so apply it to the rows of one page only.
 */
const presentedUsers = (
  query: SelectQueryBuilder<Database, 'appUser', object>,
  { caller, language }: Pick<Work<typeof userList>, 'caller' | 'language'>,
) =>
  query
    .select([...userColumns, 'appUser.ucId', 'appUser.createdAt'])
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

/** A user on the wire: '' for what they have not. */
const toListedUser = ({ createdAt, ...row }: PresentedUser, profile: Profile): ListedUser => ({
  ...row,
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

/** POST /sys/user/list: one page of the users, the latest first unless another order is asked for. */
export const userListRoute = handle(userList, async (work) => {
  const { input, trx, services } = work
  const { list: ids, ...counts } = await pageOfUsers(trx, input)
  const page = trx.selectFrom('appUser').where('appUser.id', '=', sql<string>`any(${ids})`)
  const rows = await presentedUsers(inOrder(page, userOrder(input)), work).execute()
  return { list: rows.map((row) => toListedUser(row, services.profile)), ...counts }
})
