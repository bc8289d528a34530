import {
  codes,
  globalTenantId,
  type TenantUser,
  type tenantUserInfo,
  type tenantUserList,
} from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { inNameOrder, inOrder, inTenants, inTenantsAsked, nameIn } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { daysIn, isReachedIn } from '../../access/index.ts'
import { mayChangeImportant } from './change-important.ts'
import { pageOfTenantUsers, tenantUserOrder } from './page.ts'

/** Separator between names of departments. */
const separator = { zh: '、', en: ', ' } as const

type Presenting = Pick<Work<typeof tenantUserList>, 'caller' | 'as' | 'language'>

const membership = {
  tenantId: 'tenantUser.tenantId',
  userId: 'tenantUser.userId',
  roleId: 'tenantUser.roleId',
}

/**
 * Selects a tenant user with names in the given language, and what the caller may change. The names are subqueries,
 * so use it for one page only.
 */
const presented = (
  query: SelectQueryBuilder<Database, 'tenantUser', object>,
  { caller, as, language }: Presenting,
) =>
  query
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantUser.id', 'tenantUser.userId', 'tenantUser.tenantId', 'tenantUser.roleId as role'])
    .select(['tenantUser.typeId', 'tenantUser.positionId', 'tenantUser.enabled', 'tenantUser.joinDate'])
    .select([
      'tenantUser.accessFrom',
      'tenantUser.accessUntil',
      'tenantUser.roleFrom',
      'tenantUser.roleUntil',
    ])
    .select(['tenantUser.rowVersion', 'appUser.userName', 'appUser.fullName', 'appUser.email'])
    .select([
      'appUser.emailValid',
      'appUser.phone',
      'appUser.phoneValid',
      'appUser.status',
      'appUser.rowVersion as userVersion',
    ])
    .select((from) => {
      const entryName = (column: 'tenantUser.typeId' | 'tenantUser.positionId') =>
        from
          .selectFrom('dictionary')
          .select(nameIn(language, 'dictionary.dicName').as('name'))
          .whereRef('dictionary.id', '=', column)
          .where('dictionary.tenantId', 'in', [sql.lit(globalTenantId), from.ref('tenantUser.tenantId')])
      return [
        nameIn(language, 'appUser.fullName').as('displayName'),
        from
          .selectFrom('role')
          .select(nameIn(language, 'role.name').as('name'))
          .whereRef('role.id', '=', 'tenantUser.roleId')
          .as('roleName'),
        from
          .selectFrom('tenant')
          .select('tenant.tenantName')
          .whereRef('tenant.id', '=', 'tenantUser.tenantId')
          .as('tenantName'),
        entryName('tenantUser.typeId').as('typeName'),
        entryName('tenantUser.positionId').as('positionName'),
        sql<string>`(select coalesce(string_agg(department.department_name, ${separator[language]}
            order by ${inNameOrder(sql`department.department_name`)}, department.id), '')
          from department_user place join department
            on department.tenant_id = place.tenant_id and department.id = place.department_id
          where place.tenant_id = tenant_user.tenant_id and place.tenant_user_id = tenant_user.id)`.as(
          'departmentName',
        ),
        isReachedIn(caller, membership).as('reachable'),
        mayChangeImportant({ caller, as }, membership).as('important'),
      ]
    })

type Presented = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

/** Converts a tenant user for the API: missing values become ''. */
const toTenantUser = (
  { joinDate, accessFrom, accessUntil, roleFrom, roleUntil, ...row }: Presented,
  days: ReturnType<typeof daysIn>,
): TenantUser => ({
  ...row,
  ...days.shownAccess(accessFrom, accessUntil),
  ...days.shownRole(roleFrom, roleUntil),
  role: row.role ?? '',
  roleName: row.roleName ?? '',
  typeId: row.typeId ?? '',
  typeName: row.typeName ?? '',
  positionId: row.positionId ?? '',
  positionName: row.positionName ?? '',
  tenantName: row.tenantName ?? '',
  important: row.reachable && row.important,
  joinDate: joinDate.toISOString(),
})

/** Rejects a department that is in none of the requested tenants as not found. */
async function checkDepartment({ input, trx, as }: Work<typeof tenantUserList>): Promise<void> {
  const found = await trx
    .selectFrom('department')
    .select('id')
    .where('id', '=', input.departmentId)
    .where(inTenants(as, 'department.tenantId'))
    .$if(input.tenantId !== '', (query) => query.where('tenantId', '=', input.tenantId))
    .executeTakeFirst()
  if (!found) reject(codes.notFound)
}

/** POST /tenantUser/list: one page of the tenant users, newest first by default. */
export const listTenantUsers = async (work: Work<typeof tenantUserList>) => {
  const { input, trx, as } = work
  const tenants = await inTenantsAsked(work, 'tenantUser.tenantId', input.tenantId)
  if (input.departmentId !== '') await checkDepartment(work)
  const { list: ids, ...counts } = await pageOfTenantUsers(trx, as, input, tenants)
  const page = trx.selectFrom('tenantUser').where('tenantUser.id', '=', sql<string>`any(${ids})`)
  const rows = await presented(inOrder(page, tenantUserOrder(input)), work).execute()
  const days = daysIn(work.services.profile.timeZone)
  return { list: rows.map((row) => toTenantUser(row, days)), ...counts }
}

/** GET /tenantUser. */
export const findTenantUser = async (work: Work<typeof tenantUserInfo>) => {
  const found = work.trx
    .selectFrom('tenantUser')
    .where('tenantUser.id', '=', work.input.id)
    .where(inTenants(work.as, 'tenantUser.tenantId'))
  const row = await presented(found, work).executeTakeFirst()
  return row ? toTenantUser(row, daysIn(work.services.profile.timeZone)) : reject(codes.notFound)
}
