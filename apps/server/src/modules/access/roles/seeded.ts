/** The roles that every deployment begins with. Their ids never change; names and menus may be edited. */
export const platformAdministrator = {
  id: 'platform-administrator',
  name: '平台管理员',
  nameEn: 'Platform administrator',
  description: '管理全部租户与平台设置',
  roleType: 1,
  superAdmin: 0,
} as const

/** For people of the system who only sign in: it holds nothing. */
export const ordinaryUser = {
  id: 'ordinary-user',
  name: '普通用户',
  nameEn: 'Ordinary user',
  description: '仅可登录，不含任何管理菜单',
  roleType: 1,
  superAdmin: 1,
} as const

export const tenantAdministrator = {
  id: 'tenant-administrator',
  name: '租户管理员',
  nameEn: 'Tenant administrator',
  description: '管理所属租户的中心、用户与研究',
  roleType: 2,
  superAdmin: 1,
} as const
