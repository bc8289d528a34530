import { type MountOptions, mountRoutes } from '@atrium/shared-api'
import { routes } from './routes.ts'

/** Renders the screens of the study area into an element of any page. */
export const mount = (
  element: Element,
  options: MountOptions = { path: '/projectManager/projectSite' },
): (() => void) => mountRoutes(routes, element, options)
