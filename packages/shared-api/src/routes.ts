import { type RouteName, routeTable, type SuiteRoute } from '@atrium/contract'
import { type ComponentType, lazy, useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** If a deployment shows the suite under this prefix of the hash, every route's name ends in `Index`. */
export const versionPrefix = '/version'

/** The prefix of the present address: '/version', or '' as usual. */
export const versionPrefixOf = (path: string): string =>
  path.startsWith(`${versionPrefix}/`) ? versionPrefix : ''

const entries: readonly [string, SuiteRoute][] = Object.entries(routeTable)

/** Returns a path as the route table has it: without the version prefix and without slashes at its end. */
export const routePath = (path: string): string =>
  path.slice(versionPrefixOf(path).length).replace(/\/+$/, '') || '/'

/**
 * The name of the route at a path.
 * @returns the name, with `Index` behind it under `/version/`; undefined for a path that is no route
 */
export function routeNameAt(path: string): string | undefined {
  const found = entries.find(([, route]) => route.path === routePath(path))
  return found && (versionPrefixOf(path) ? `${found[0]}Index` : found[0])
}

/** Whether a path may be seen without a session. */
export const isPublic = (path: string): boolean =>
  entries.some(([, route]) => route.public && route.path === routePath(path))

/**
 * Returns the path of a route, as seen from the current page.
 * @param from the current path, whose prefix is kept
 */
export const pathOf = (name: RouteName, from = '/'): string =>
  `${versionPrefixOf(from)}${routeTable[name].path}`

export interface GoOptions {
  /** Fields of the address's query. */
  readonly query?: Readonly<Record<string, string>>
  /** Replaces the current page in the browser's history. */
  readonly replace?: boolean
  /** Handed to the next page without showing in the address. */
  readonly state?: unknown
}

/** Navigates to a route by its name; does nothing if it is the current one. */
export type Go = (name: RouteName, options?: GoOptions) => void

/** Navigation by name. The function stays the same wherever one is, so that nothing is drawn anew for it. */
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

/** The screens of a remote by their names in the route table, each fetched when it is entered. */
export const screens = (
  pages: Partial<Record<RouteName, () => Promise<{ readonly default: ComponentType }>>>,
): readonly Screen[] =>
  Object.entries(pages).map(([name, page]) => ({
    path: routeTable[name as RouteName].path,
    name: name as RouteName,
    component: lazy(page),
  }))
