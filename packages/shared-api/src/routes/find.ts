import { type RouteName, routeTable, type SuiteRoute } from './table.ts'
import { prefixOf } from './version.ts'

const entries: readonly [string, SuiteRoute][] = Object.entries(routeTable)

/** A path without its prefix and without slashes at its end. */
const plain = (path: string): string => path.slice(prefixOf(path).length).replace(/\/+$/, '') || '/'

/**
 * The name of the route at a path.
 * @returns the name, with `Index` behind it under `/version/`; undefined for a path that is no route
 */
export function routeNameAt(path: string): string | undefined {
  const found = entries.find(([, route]) => route.path === plain(path))
  return found && (prefixOf(path) ? `${found[0]}Index` : found[0])
}

/** Whether a path may be seen without a session. */
export const isPublic = (path: string): boolean =>
  entries.some(([, route]) => route.public && route.path === plain(path))

/**
 * The path of a route, as seen from where the user is.
 * @param from the present path, whose prefix is kept
 */
export const pathOf = (name: RouteName, from = '/'): string => `${prefixOf(from)}${routeTable[name].path}`
