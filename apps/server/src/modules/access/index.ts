export {
  type Granting,
  grantableRoles,
  grantsMore,
  keepingAnAdministrator,
  menusBeyond,
  refuseUngrantableRole,
  refuseUnlessReaches,
} from './granting/index.ts'
export { menuListOf } from './menus/menu-list.ts'
export { menuTree } from './menus/tree.ts'
export { ordinaryUser, platformAdministrator, tenantAdministrator } from './roles/seeded.ts'
export { accessRoutes } from './routes.ts'
export { administratorName, type SeededIdentity, seedIdentity } from './seed/index.ts'
