import { type RouteName, routeTable, type SuiteRoute } from '@atrium/contract'
import { type ComponentType, lazy, useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Under this prefix of the hash, every route's name ends in `Index`. Some deployments use it. */
export const versionPrefix = '/version'

/** Returns the prefix of a path: '/version', or usually ''. */
export const versionPrefixOf = (path: string): string =>
  path.startsWith(`${versionPrefix}/`) ? versionPrefix : ''

const entries: readonly [string, SuiteRoute][] = Object.entries(routeTable)

/** Returns a path in the form of the route table: without the version prefix and without trailing slashes. */
export const routePath = (path: string): string =>
  path.slice(versionPrefixOf(path).length).replace(/\/+$/, '') || '/'

/**
 * Returns the name of the route at a path.
 * @returns the name, with the suffix `Index` under `/version/`; undefined for a path without a route
 */
export function routeNameAt(path: string): string | undefined {
  const found = entries.find(([, route]) => route.path === routePath(path))
  return found && (versionPrefixOf(path) ? `${found[0]}Index` : found[0])
}

/** Whether a path is accessible without a session. */
export const isPublic = (path: string): boolean =>
  entries.some(([, route]) => route.public && route.path === routePath(path))

/** Whether only users whose menu has a path can open it. */
export const needsMenu = (path: string): boolean =>
  !entries.some(([, route]) => route.withoutMenu && route.path === routePath(path))

/**
 * Returns the path of a route as seen from the current page.
 * @param from current path, whose version prefix is kept
 */
export const pathOf = (name: RouteName, from = '/'): string =>
  `${versionPrefixOf(from)}${routeTable[name].path}`

export interface GoOptions {
  /** Query parameters. */
  readonly query?: Readonly<Record<string, string>>
  /** Whether to replace the current page in the browser's history. */
  readonly replace?: boolean
  /** State for the next page that does not appear in the address. */
  readonly state?: unknown
}

/** Navigates to a route by name. Does nothing if it is the current one. */
export type Go = (name: RouteName, options?: GoOptions) => void

/**
 * Returns a function that navigates by name. The function never changes, so that components that use it do not render
 * again.
 */
export function useGo(): Go {
  const present = { navigate: useNavigate(), ...useLocation() }
  const latest = useRef(present)
  latest.current = present
  return useCallback<Go>((name, { query, replace, state } = {}) => {
    const { navigate, pathname, search } = latest.current
    const path = pathOf(name, pathname)
    const asked = query ? `?${new URLSearchParams(query)}` : ''
    if (path === pathname && (asked === search || !query)) return
    void navigate(`${path}${asked}`, { replace, state })
  }, [])
}

/** A screen of a remote in the route table. */
interface Screen {
  readonly path: string
  readonly name: RouteName
  readonly component: ComponentType
}

/** Returns the screens of a remote from their names in the route table. Each is fetched when the user opens it. */
export const screens = (
  pages: Partial<Record<RouteName, () => Promise<{ readonly default: ComponentType }>>>,
): readonly Screen[] =>
  Object.entries(pages).map(([name, page]) => ({
    path: routeTable[name as RouteName].path,
    name: name as RouteName,
    component: lazy(page),
  }))
