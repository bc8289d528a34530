import {
  codes,
  globalTenantId,
  type TenantUser,
  type tenantUserInfo,
  type tenantUserList,
  userTypes,
} from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { inNameOrder, inTenants, inTenantsAsked, nameIn, pageOf } from '../../crud/index.ts'
import type { Database } from '../../database/index.ts'
import { contains, userNameText, userSearchText } from '../../database/search.ts'
import { refuse } from '../../http/refusal.ts'
import type { Work } from '../../http/work.ts'
import { isReached } from '../access/index.ts'
import { searchedPhone, userNameKey } from '../identifiers/index.ts'

/** Stands between the names of departments. */
const separator = { zh: '、', en: ', ' } as const

type Presenting = Pick<Work<typeof tenantUserList>, 'caller' | 'language'>
type Places = SelectQueryBuilder<Database, 'tenantUser' | 'appUser', object>

/**
 * The columns of a tenant user, with the names of what they refer to in a language, and what the caller may change of
 * them. The names are subselects: to be asked for the rows of one page, not for those before it.
 */
const presented = (query: Places, { caller, language }: Presenting) =>
  query
    .select(['tenantUser.id', 'tenantUser.userId', 'tenantUser.tenantId', 'tenantUser.roleId as role'])
    .select(['tenantUser.typeId', 'tenantUser.positionId', 'tenantUser.enabled', 'tenantUser.joinDate'])
    .select(['tenantUser.rowVersion', 'appUser.userName', 'appUser.fullName', 'appUser.email'])
    .select(['appUser.phone', 'appUser.status'])
    .select((from) => {
      const entryName = (column: 'tenantUser.typeId' | 'tenantUser.positionId') =>
        from
          .selectFrom('dictionary')
          .select(nameIn(language, 'dictionary.dicName').as('name'))
          .whereRef('dictionary.id', '=', column)
          .where('dictionary.tenantId', 'in', [sql.lit(globalTenantId), from.ref('tenantUser.tenantId')])
      return [
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
        isReached(caller, 'tenantUser.userId').as('reachable'),
        isReached(caller, 'tenantUser.userId').as('important'),
      ]
    })

type Presented = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

/** A tenant user on the wire: '' for what they have not. */
const toTenantUser = ({ joinDate, ...row }: Presented): TenantUser => ({
  ...row,
  role: row.role ?? '',
  roleName: row.roleName ?? '',
  typeId: row.typeId ?? '',
  typeName: row.typeName ?? '',
  positionId: row.positionId ?? '',
  positionName: row.positionName ?? '',
  tenantName: row.tenantName ?? '',
  joinDate: joinDate.toISOString(),
})

const places = (trx: Work<typeof tenantUserList>['trx']) =>
  trx.selectFrom('tenantUser').innerJoin('appUser', 'appUser.id', 'tenantUser.userId')

/** Refuses a department of none of the tenants that are asked about, as if it did not exist. */
async function checkDepartment({ input, trx, as }: Work<typeof tenantUserList>): Promise<void> {
  const found = await trx
    .selectFrom('department')
    .select('id')
    .where('id', '=', input.departmentId)
    .where(inTenants(as, 'department.tenantId'))
    .$if(input.tenantId !== '', (query) => query.where('tenantId', '=', input.tenantId))
    .executeTakeFirst()
  if (!found) refuse(codes.notFound)
}

/** POST /tenantUser/list: one page of the tenant users, the latest first. */
export const listTenantUsers = async (work: Work<typeof tenantUserList>) => {
  const { input, trx } = work
  if (input.departmentId !== '') await checkDepartment(work)
  const matching = places(trx)
    .where(await inTenantsAsked(work, 'tenantUser.tenantId', input.tenantId))
    .$if(input.departmentId !== '', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('departmentUser')
            .select(sql<number>`1`.as('place'))
            .whereRef('departmentUser.tenantId', '=', 'tenantUser.tenantId')
            .whereRef('departmentUser.tenantUserId', '=', 'tenantUser.id')
            .where('departmentUser.departmentId', '=', input.departmentId),
        ),
      ),
    )
    .$if(!input.searchAll, (query) => query.where('appUser.userType', '=', userTypes.normal))
    .where(contains(userSearchText, searchedPhone(input.keyWord)))
    .where(contains(userNameText, userNameKey(input.userName)))
  const direction = input.sortOrder ?? (input.sortBy ? 'asc' : 'desc')
  const order = {
    userName: 'appUser.userNameKey',
    fullName: 'appUser.fullName',
    email: 'appUser.email',
  } as const
  const { sortBy = 'joinDate' } = input
  const column =
    sortBy === 'joinDate' || sortBy === 'enabled' ? (`tenantUser.${sortBy}` as const) : order[sortBy]
  return pageOf(
    trx,
    matching,
    input,
    (query) => presented(query.orderBy(column, direction).orderBy('tenantUser.id', direction), work),
    toTenantUser,
  )
}

/** GET /tenantUser. */
export const findTenantUser = async (work: Work<typeof tenantUserInfo>) => {
  const found = places(work.trx)
    .where('tenantUser.id', '=', work.input.id)
    .where(inTenants(work.as, 'tenantUser.tenantId'))
  const row = await presented(found, work).executeTakeFirst()
  return row ? toTenantUser(row) : refuse(codes.notFound)
}
