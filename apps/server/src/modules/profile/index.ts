import {
  type Language,
  languageOf,
  languages,
  languageTypes,
  type User,
  userCenterInfo,
  userInfo,
} from '@atrium/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { type Caller, tenantsOf } from '../../caller/caller.ts'
import type { Database } from '../../database/schema.ts'
import type { Trx } from '../../database/transaction.ts'
import { handle, handleOwn, type Route } from '../../http/route.ts'
import { menuListOf } from '../access/index.ts'
import { type PasswordLife, passwordAge } from '../passwords/index.ts'
import { softwareOf } from '../software/index.ts'

type Region = 'countryId' | 'provinceId' | 'cityId'

/** The name of one of the user's regions, in a language. */
const regionName = (from: ExpressionBuilder<Database, 'appUser'>, region: Region, language: Language) =>
  sql<string>`coalesce(${from
    .selectFrom('area')
    .select(language === 'en' ? 'areaNameEn' : 'areaName')
    .whereRef('area.id', '=', `appUser.${region}`)}, '')`

const columns = [
  'appUser.id',
  'fullName',
  'userName',
  'email',
  'emailValid',
  'phone',
  'birthday',
  'sex',
  'roleId',
  'status',
  'userType',
  'remark',
  'language',
  'ucId',
  'countryId',
  'provinceId',
  'cityId',
  'org',
  'appUser.rowVersion',
] as const

/** The age of a password by the safe strategy; of somebody whose password another source keeps, none. */
const ageOf = (row: PasswordLife & { passwordHash: string | null; passwordChangedAt: Date | null }) => {
  const age = row.passwordHash === null ? undefined : passwordAge(row.passwordChangedAt, row, new Date())
  return { isOverdue: age?.isOverdue ?? false, nearExpiredDay: age?.nearExpiredDay ?? 0 }
}

/** A user's own profile, the names of regions in a language, and the age of their password. */
const findProfile = async (trx: Trx, userId: string, language: Language) => {
  const { passwordHash, passwordChangedAt, expiredDay, remindDay, ...row } = await trx
    .selectFrom('appUser')
    .innerJoin('safeStrategy', (join) => join.on('safeStrategy.id', '=', 1))
    .select(columns)
    .select(['passwordHash', 'passwordChangedAt', 'expiredDay', 'remindDay'])
    .select((from) => [
      regionName(from, 'countryId', language).as('countryName'),
      regionName(from, 'provinceId', language).as('provinceName'),
      regionName(from, 'cityId', language).as('cityName'),
    ])
    .where('appUser.id', '=', userId)
    .executeTakeFirstOrThrow()
  const profile: User = {
    ...row,
    birthday: row.birthday ?? '',
    roleId: row.roleId ?? '',
    countryId: row.countryId ?? '',
    provinceId: row.provinceId ?? '',
    cityId: row.cityId ?? '',
    language: languageOf(row.language),
  }
  const age = ageOf({ passwordHash, passwordChangedAt, expiredDay, remindDay })
  return { profile, age }
}

/** The caller's tenants with their names, in the order of joining. */
const findTenants = async (trx: Trx, caller: Caller): Promise<{ id: string; tenantName: string }[]> => {
  const ids = tenantsOf(caller)
  if (ids.length === 0) return []
  const rows = await trx.selectFrom('tenant').select(['id', 'tenantName']).where('id', 'in', ids).execute()
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/**
 * The name of the caller's role in a language: the system role's; without one, that in the tenant joined
 * first; '' without any.
 */
const findRoleName = async (trx: Trx, caller: Caller, language: Language): Promise<string> => {
  const places = ['0', ...tenantsOf(caller)]
  const rows = await trx
    .selectFrom('openRole')
    .innerJoin('role', 'role.id', 'openRole.roleId')
    .select(['openRole.tenantId', 'role.name', 'role.nameEn'])
    .where('openRole.userId', '=', caller.userId)
    .where('openRole.tenantId', 'in', places)
    .execute()
  const [first] = rows.sort((one, other) => places.indexOf(one.tenantId) - places.indexOf(other.tenantId))
  return (language === 'en' && first?.nameEn) || (first?.name ?? '')
}

/** GET /sys/user/info. */
const userInfoRoute = handle(
  userInfo,
  async ({ caller, language, trx }) => {
    const { profile, age } = await findProfile(trx, caller.userId, language)
    return {
      ...profile,
      ...age,
      superAdmin: caller.superAdmin,
      platformMenus: [...caller.menus],
      roleName: await findRoleName(trx, caller, language),
      tenants: await findTenants(trx, caller),
      menuList: await menuListOf(trx, caller.userId, language),
      softwareList: await softwareOf(trx, caller, language),
    }
  },
  { asSystem: true },
)

/** POST /sys/user/getUserCenterInfo. */
const userCenterInfoRoute = handle(
  userCenterInfo,
  async ({ caller, language, trx }) => (await findProfile(trx, caller.userId, language)).profile,
  { asSystem: true },
)

/** Names of Arco icons' components. */
const icons = { zh: 'IconChineseFill', en: 'IconEnglishFill' } as const

/** GET /base/language/type. */
const languageTypesRoute = handleOwn(languageTypes, async () =>
  languages.map((language) => ({ language, icon: icons[language] })),
)

/** What the signed-in user sees of themselves, and the languages that they can choose. */
export const profileRoutes: readonly Route[] = [userInfoRoute, userCenterInfoRoute, languageTypesRoute]
