import {
  defaultReasonPolicy,
  globalTenantId,
  type Language,
  languageOf,
  languages,
  languageTypes,
  type ResponseOf,
  type User,
  userCenterInfo,
  userInfo,
} from '@atrium/contract'
import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Caller, tenantsOf } from '../../../platform/caller/caller.ts'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { handle, handleOwn, type Route } from '../../../platform/http/route.ts'
import { heldMenus, menuListOf } from '../../access/index.ts'
import { softwareOf } from '../../products/software/index.ts'
import { type PasswordLife, passwordAge } from '../passwords/index.ts'
import { userColumns } from '../users/index.ts'

type Region = 'countryId' | 'provinceId' | 'cityId'

/** Selects the name of one of the user's regions in the given language. */
const regionName = (from: ExpressionBuilder<Database, 'appUser'>, region: Region, language: Language) =>
  sql<string>`coalesce(${from
    .selectFrom('area')
    .select(language === 'en' ? 'areaNameEn' : 'areaName')
    .whereRef('area.id', '=', `appUser.${region}`)}, '')`

/** Returns the age of the password by the safe strategy; none if an external identity source owns it. */
const ageOf = (row: PasswordLife & { passwordHash: string | null; passwordChangedAt: Date | null }) => {
  const age = row.passwordHash === null ? undefined : passwordAge(row.passwordChangedAt, row, new Date())
  return { isOverdue: age?.isOverdue ?? false, nearExpiredDay: age?.nearExpiredDay ?? 0 }
}

/**
 * Selects a user with the names of their regions in the given language, and the columns needed for the age of their
 * password.
 */
const ownRow = (trx: Trx, userId: string, language: Language) =>
  trx
    .selectFrom('appUser')
    .innerJoin('safeStrategy', (join) => join.on('safeStrategy.id', '=', 1))
    .select([...userColumns, 'ucId'])
    .select(nameIn(language, 'appUser.fullName').as('displayName'))
    .select(['passwordHash', 'passwordChangedAt', 'expiredDay', 'remindDay'])
    .select((from) => [
      regionName(from, 'countryId', language).as('countryName'),
      regionName(from, 'provinceId', language).as('provinceName'),
      regionName(from, 'cityId', language).as('cityName'),
    ])
    .where('appUser.id', '=', userId)

type OwnRow = InferResult<ReturnType<typeof ownRow>>[number]

const toProfile = ({ passwordHash, passwordChangedAt, expiredDay, remindDay, ...row }: OwnRow): User => ({
  ...row,
  birthday: row.birthday ?? '',
  roleId: row.roleId ?? '',
  countryId: row.countryId ?? '',
  provinceId: row.provinceId ?? '',
  cityId: row.cityId ?? '',
  language: languageOf(row.language),
})

const positionIn = (memberships: readonly string[], tenantId: 'tenant.id' | 'openRole.tenantId') =>
  sql<number>`array_position(${memberships}::text[], ${sql.ref(tenantId)})`

/** Selects tenants with their names, in the given order. */
const namedTenants = (trx: Trx, ids: readonly string[]) =>
  trx
    .selectFrom('tenant')
    .select(['id', 'tenantName as name'])
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy(positionIn(ids, 'tenant.id'))

/**
 * Selects the name of the caller's role in the given language: the system role or, without one, the role in the
 * tenant joined first.
 */
const roleName = (trx: Trx, caller: Caller, language: Language) => {
  const memberships = ['0', ...tenantsOf(caller)]
  return trx
    .selectFrom('openRole')
    .innerJoin('role', 'role.id', 'openRole.roleId')
    .select(nameIn(language, 'role.name').as('name'))
    .where('openRole.userId', '=', caller.userId)
    .where('openRole.tenantId', '=', sql<string>`any(${memberships})`)
    .orderBy(positionIn(memberships, 'openRole.tenantId'))
    .limit(1)
}

/**
 * Selects the policies that ask for reasons: the platform's, and those of the caller's tenants that do not follow it.
 * The platform's users reach every tenant.
 */
const reasonPolicies = (trx: Trx, caller: Caller) =>
  trx
    .selectFrom('changeReasonPolicy')
    .select(['id', 'kinds'])
    .where('follows', '=', false)
    .$if(caller.menus.size === 0, (query) =>
      query.where('tenantId', 'in', [globalTenantId, ...tenantsOf(caller)]),
    )

type AskedKinds = ResponseOf<typeof userInfo>['changeReasons']

/** Adds the platform's default policy if none was saved. */
const withDefault = (saved: readonly { readonly id: string; readonly kinds: string[] }[]): AskedKinds => {
  const policies = saved.map(({ id, kinds }) => ({ tenantId: id, kinds }))
  return policies.some(({ tenantId }) => tenantId === globalTenantId)
    ? policies
    : [{ tenantId: globalTenantId, kinds: defaultReasonPolicy.kinds }, ...policies]
}

/** GET /sys/user/info. Uses a single statement, because every page begins with it. */
const userInfoRoute = handle(
  userInfo,
  async ({ caller, language, trx }) => {
    const {
      roleName: role,
      tenants,
      menus,
      software,
      reasons,
      ...row
    } = await ownRow(trx, caller.userId, language)
      .select([
        roleName(trx, caller, language).as('roleName'),
        jsonArrayFrom(namedTenants(trx, tenantsOf(caller))).as('tenants'),
        jsonArrayFrom(heldMenus(trx, caller.userId, language)).as('menus'),
        jsonArrayFrom(softwareOf(trx, caller, language)).as('software'),
        jsonArrayFrom(reasonPolicies(trx, caller)).as('reasons'),
      ])
      .executeTakeFirstOrThrow()
    return {
      ...toProfile(row),
      ...ageOf(row),
      superAdmin: caller.superAdmin,
      platformMenus: [...caller.menus],
      roleName: role ?? '',
      tenants: tenants.map(({ id, name }) => ({ id, tenantName: name })),
      menuList: menuListOf(menus),
      softwareList: software,
      changeReasons: withDefault(reasons),
      inspection: caller.inspection ?? null,
    }
  },
  { asSystem: true },
)

/** POST /sys/user/getUserCenterInfo. */
const userCenterInfoRoute = handle(
  userCenterInfo,
  async ({ caller, language, trx }) =>
    toProfile(await ownRow(trx, caller.userId, language).executeTakeFirstOrThrow()),
  { asSystem: true },
)

/** Component names of the Arco icons. */
const icons = { zh: 'IconChineseFill', en: 'IconEnglishFill' } as const

/** GET /base/language/type. */
const languageTypesRoute = handleOwn(languageTypes, async () =>
  languages.map((language) => ({ language, icon: icons[language] })),
)

/** Calls for the signed-in user's own data and the available languages. */
export const profileRoutes: readonly Route[] = [userInfoRoute, userCenterInfoRoute, languageTypesRoute]
