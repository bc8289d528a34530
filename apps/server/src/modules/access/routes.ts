import type { Route } from '../../http/index.ts'
import { menuRoutes } from './menus/routes.ts'
import { roleRoutes } from './roles/routes.ts'

/** Who may do what: roles, and the menus that they hold. */
export const accessRoutes: readonly Route[] = [...roleRoutes, ...menuRoutes]
