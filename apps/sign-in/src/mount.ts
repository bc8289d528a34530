import { type MountOptions, mountRoutes } from '@atrium/shared-api'
import { routes } from './routes.ts'

/** Renders the sign-in screens into an element of any page. */
export const mount = (element: Element, options: MountOptions = { path: '/signIn/index' }): (() => void) =>
  mountRoutes(routes, element, options)
