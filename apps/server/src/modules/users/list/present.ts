import { type Language, type ListedUser, languageOf, type Profile } from '@atrium/contract'
import type { SelectQueryBuilder } from 'kysely'
import { nameIn } from '../../../crud/index.ts'
import type { Database } from '../../../database/index.ts'
import { isExternal } from '../../identifiers/index.ts'

const facts = [
  ...(['id', 'fullName', 'userName', 'email', 'emailValid', 'phone', 'birthday', 'sex', 'roleId'] as const),
  ...(['status', 'userType', 'remark', 'language', 'ucId', 'countryId', 'provinceId', 'cityId'] as const),
  ...(['org', 'rowVersion', 'createdAt'] as const),
].map((column) => `appUser.${column}` as const)

/**
 * The columns of a user, with the names of role and regions in a language. The names are subselects: to be
 * asked for the rows of one page, not for those before it.
 */
export const presentedUsers = (query: SelectQueryBuilder<Database, 'appUser', object>, language: Language) =>
  query.select(facts).select((from) => {
    const regionName = (column: 'appUser.countryId' | 'appUser.provinceId' | 'appUser.cityId') =>
      from
        .selectFrom('area')
        .select(nameIn(language, 'area.areaName').as('name'))
        .whereRef('area.id', '=', column)
    return [
      from
        .selectFrom('role')
        .select(nameIn(language, 'role.name').as('name'))
        .whereRef('role.id', '=', 'appUser.roleId')
        .as('roleName'),
      regionName('appUser.countryId').as('countryName'),
      regionName('appUser.provinceId').as('provinceName'),
      regionName('appUser.cityId').as('cityName'),
    ]
  })

export type PresentedUser = Awaited<ReturnType<ReturnType<typeof presentedUsers>['executeTakeFirstOrThrow']>>

/** A user on the wire: '' for what they have not. */
export const toListedUser = ({ createdAt, ...row }: PresentedUser, profile: Profile): ListedUser => ({
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
