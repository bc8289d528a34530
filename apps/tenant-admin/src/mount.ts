import { type MountOptions, mountRoutes } from '@atrium/shared-api'
import { routes } from './routes.ts'

/** Renders the screens of the tenant area into an element of any page. */
export const mount = (
  element: Element,
  options: MountOptions = { path: '/tenantManager/tenantUser' },
): (() => void) => mountRoutes(routes, element, options)
