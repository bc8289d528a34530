export { menuListOf } from './menus/menu-list.ts'
export { ordinaryUser, platformAdministrator, tenantAdministrator } from './roles/seeded.ts'
export { accessRoutes } from './routes.ts'
export { administratorName, type SeededIdentity, seedIdentity } from './seed/index.ts'
