import { type MountOptions, mountRoutes } from '@atrium/shared-api'
import { routes } from './routes.ts'

/** Renders the screens of the software and base areas into an element of any page. */
export const mount = (
  element: Element,
  options: MountOptions = { path: '/software/softwareManger' },
): (() => void) => mountRoutes(routes, element, options)
