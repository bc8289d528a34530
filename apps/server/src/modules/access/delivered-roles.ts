import { deliverOnce } from '../../database/product-data.ts'
import type { Trx } from '../../database/transaction.ts'

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

/** For people of the system who only sign in: it holds nothing. */
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

/** Each delivery reaches a database once: what an administrator has edited or deleted since stays so. */
const deliveries = [
  { name: 'roles', roles: [platformAdministrator, tenantAdministrator] },
  { name: 'roles 2', roles: [ordinaryUser] },
] as const

/** Adds the roles of every delivery that the database has not had yet. */
export const deliverRoles = async (trx: Trx): Promise<void> => {
  for (const { name, roles } of deliveries) {
    await deliverOnce(trx, { name, version: 1 }, async () => {
      await trx
        .insertInto('role')
        .values([...roles])
        // Nor does a role of an administrator's own that bears the name keep the product from starting.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
  }
}
