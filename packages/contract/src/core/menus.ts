/**
 * The codes by which calls name menus. A menu row of the database carries one of them in its `code`;
 * names, order and icons are the row's own and may be changed by an administrator.
 */
export const menuCodes = [
  'systemManger',
  'dictionary',
  'tenant',
  'eare',
  'site',
  'user',
  'holiday',
  'tenantManager',
  'tenantSite',
  'tenantPin',
  'tenantUser',
  'tenantPorject',
  'userDepartment',
  'department',
  'syslist',
  'projectManager',
  'projectSite',
  'softAllowed',
  'userAllowed',
  'authorization',
  'software',
  'softwareManger',
  'urlSet',
  'tenantsoft',
  'securityPolicy',
  'safeStrategyManage',
  'base',
  'sms',
  'email',
  'file',
  'task',
  'setting',
  'role',
  'menu',
] as const

export type MenuCode = (typeof menuCodes)[number]

/** The menus that roles of tenants may hold; the others are the platform's. A menu without a code is anybody's. */
export const tenantMenuCodes = [
  'systemManger',
  'dictionary',
  'holiday',
  'tenantManager',
  'tenantSite',
  'tenantPin',
  'tenantUser',
  'tenantPorject',
  'userDepartment',
  'department',
  'syslist',
  'projectManager',
  'projectSite',
  'softAllowed',
  'userAllowed',
  'authorization',
] as const satisfies readonly MenuCode[]

/** Whether roles of tenants may hold a menu. @param code null or another text for one that the product did not bring */
export const isForTenants = (code: string | null): boolean =>
  !menuCodes.some((known) => known === code) || tenantMenuCodes.some((known) => known === code)
