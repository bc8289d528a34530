import { foldText, tenantMemberRole } from '@atrium/contract'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'

/** The roles that every deployment begins with. Their ids never change; names and menus may be edited. */
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

/** For people of a tenant who only work in products. It stays without menus, so that it can be the default. */
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
 * The roles that stay: later versions give the administrators' role its menus by its id, and screens and demonstration
 * data give people the members' role.
 */
export const lastingRoles: readonly string[] = [tenantAdministrator.id, tenantMember.id]

/** Each delivery reaches a database once: what an administrator has edited or deleted since stays so. */
const deliveries = [
  { name: 'roles', roles: [platformAdministrator, tenantAdministrator] },
  { name: 'roles 2', roles: [ordinaryUser] },
  { name: 'roles 3', roles: [tenantMember] },
] as const

type DeliveredRole = (typeof deliveries)[number]['roles'][number]

/** Key by which names of roles are compared, as in the index `role_name_unique`. */
const keyOf = ({ roleType, name }: { readonly roleType: number; readonly name: string }): string =>
  `${roleType} ${foldText(name)}`

/** Adds roles. Where an administrator's own role already has the name of one, the delivered role's name includes its id. */
const add = async (trx: Trx, roles: readonly DeliveredRole[]): Promise<void> => {
  const taken = new Set((await trx.selectFrom('role').select(['roleType', 'name']).execute()).map(keyOf))
  const named = roles.map((role) =>
    taken.has(keyOf(role)) ? { ...role, name: `${role.name} ${role.id}` } : role,
  )
  await trx.insertInto('role').values(named).execute()
}

/** Adds the roles of every delivery that the database has not had yet. */
export const deliverRoles = async (trx: Trx): Promise<void> => {
  for (const { name, roles } of deliveries) {
    await deliverOnce(trx, { name, version: 1 }, () => add(trx, roles))
  }
}
