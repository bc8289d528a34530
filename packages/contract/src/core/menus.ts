/** The menus that tenant roles may have. */
const tenantMenuCodes = [
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
  'tenantRelease',
  'projectManager',
  'projectSite',
  'softAllowed',
  'userAllowed',
  'authorization',
] as const

/** Menus for the platform's roles only. */
const platformMenuCodes = [
  'tenant',
  'eare',
  'site',
  'user',
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
  'module',
  'operations',
] as const

/**
 * The codes by which calls name menus. A menu row of the database carries one of them in its `code`;
 * names, order and icons are the row's own and may be changed by an administrator.
 */
export const menuCodes = [...tenantMenuCodes, ...platformMenuCodes] as const

export type MenuCode = (typeof menuCodes)[number]

/**
 * Whether tenant roles may have a menu; every role may have one without a code.
 * @param code null or another text for a menu that was not delivered
 */
export const isForTenants = (code: string | null): boolean =>
  !platformMenuCodes.some((known) => known === code)
