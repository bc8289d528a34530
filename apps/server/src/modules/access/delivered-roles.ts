import { foldText, tenantMemberRole } from '@atrium/contract'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'

/** Platform administrators. The ids of delivered roles never change; names and menus may be edited. */
export const platformAdministrator = {
  id: 'platform-administrator',
  name: '平台管理员',
  nameEn: 'Platform administrator',
  description: '管理全部租户与平台设置',
  descriptionEn: 'Manages all tenants and the settings of the platform',
  roleType: 1,
  superAdmin: 0,
} as const

/** For users of the system who only sign in: it has no menus. */
export const ordinaryUser = {
  id: 'ordinary-user',
  name: '普通用户',
  nameEn: 'Ordinary user',
  description: '仅可登录，不含任何管理菜单',
  descriptionEn: 'Can sign in, without any menu of administration',
  roleType: 1,
  superAdmin: 1,
} as const

export const tenantAdministrator = {
  id: 'tenant-administrator',
  name: '租户管理员',
  nameEn: 'Tenant administrator',
  description: '管理所属租户的中心、用户与研究',
  descriptionEn: 'Manages the sites, users and studies of their tenant',
  roleType: 2,
  superAdmin: 1,
} as const

/**
 * For tenant members who only work in products. This role never has menus, so that it is safe as the default for
 * invitations.
 */
export const tenantMember = {
  id: tenantMemberRole,
  name: '租户成员',
  nameEn: 'Tenant member',
  description: '可进入获得授权的业务系统，不含任何管理菜单',
  descriptionEn: 'Can enter the products they are authorized for, without any menu of administration',
  roleType: 2,
  superAdmin: 1,
} as const

/**
 * Delivered roles that cannot be deleted. Later versions add menus to the tenant administrators' role by its id, and
 * screens and demonstration data assign the tenant members' role.
 */
export const lastingRoles: readonly string[] = [tenantAdministrator.id, tenantMember.id]

/** Role deliveries. Each one runs once per database, so later edits and deletions by an administrator are kept. */
const deliveries = [
  { name: 'roles', roles: [platformAdministrator, tenantAdministrator] },
  { name: 'roles 2', roles: [ordinaryUser] },
  { name: 'roles 3', roles: [tenantMember] },
] as const

type DeliveredRole = (typeof deliveries)[number]['roles'][number]

/** Returns the key by which role names are compared, as in the index `role_name_unique`. */
const keyOf = ({ roleType, name }: { readonly roleType: number; readonly name: string }): string =>
  `${roleType} ${foldText(name)}`

/** Adds roles. If an administrator's own role already has the name, appends the id to the delivered name. */
const add = async (trx: Trx, roles: readonly DeliveredRole[]): Promise<void> => {
  const taken = new Set((await trx.selectFrom('role').select(['roleType', 'name']).execute()).map(keyOf))
  const named = roles.map((role) =>
    taken.has(keyOf(role)) ? { ...role, name: `${role.name} ${role.id}` } : role,
  )
  await trx.insertInto('role').values(named).execute()
}

/** Runs every role delivery that this database has not received yet. */
export const deliverRoles = async (trx: Trx): Promise<void> => {
  for (const { name, roles } of deliveries) {
    await deliverOnce(trx, { name, version: 1 }, () => add(trx, roles))
  }
}
