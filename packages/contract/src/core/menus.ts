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
