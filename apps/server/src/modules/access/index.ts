export { deliveredMenus } from './delivered-menus.ts'
export { ordinaryUser, platformAdministrator, tenantAdministrator, tenantMember } from './delivered-roles.ts'
export {
  type Granting,
  grantableRoles,
  grantableRolesIn,
  grantsMore,
  holdsIn,
  isReached,
  isReachedIn,
  keepingAnAdministrator,
  type Membership,
  mayGrantIn,
  menusBeyond,
  rejectUngrantableRole,
  rejectUngrantableRoleIn,
  rejectUnlessReaches,
  rejectUnlessReachesIn,
} from './granting.ts'
export { heldMenus, menuListOf } from './menu-list.ts'
export {
  accessFields,
  daysIn,
  isActiveMember,
  isCurrent,
  isUsableMember,
  monthsLater,
  type Period,
  periodColumns,
  periodIssues,
  periodState,
  remindedAt,
  roleFields,
} from './periods.ts'
export { administratorName, type SeededIdentity, seedIdentity } from './seed.ts'

import type { Route } from '../../platform/http/route.ts'
import { menuRoutes } from './menu-routes.ts'
import { roleRoutes } from './role-routes.ts'

/** Access rights: roles and their menus. */
export const accessRoutes: readonly Route[] = [...roleRoutes, ...menuRoutes]
