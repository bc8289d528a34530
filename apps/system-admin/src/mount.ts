import { type MountOptions, mountRoutes } from '@atrium/shared-api'
import { routes } from './routes.ts'

/** Renders the system area's screens into an element of any page. */
export const mount = (
  element: Element,
  options: MountOptions = { path: '/systemManger/dictionary' },
): (() => void) => mountRoutes(routes, element, options)
