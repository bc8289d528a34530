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
  'accessRequest',
  'training',
  'securityPolicy',
  'unblinding',
  'duties',
  'auditTrail',
  'changeReasons',
  'accessReport',
  'signatures',
  'accessReviews',
  'trailReviews',
  'accessWhy',
  'inspections',
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
  'safeStrategyManage',
  'base',
  'sms',
  'email',
  'file',
  'task',
  'privacy',
  'setting',
  'role',
  'menu',
  'module',
  'operations',
] as const

/**
 * Codes by which calls name menus. A menu row in the database carries one of them in its `code`. Administrators may
 * change the row's name, order and icon.
 */
export const menuCodes = [...tenantMenuCodes, ...platformMenuCodes] as const

export type MenuCode = (typeof menuCodes)[number]

/**
 * Whether tenant roles may have a menu. Every role may have a menu without a code.
 * @param code null or an unknown text for a menu that was not delivered
 */
export const isForTenants = (code: string | null): boolean =>
  !platformMenuCodes.some((known) => known === code)
