import {
  isPublic,
  isSignedIn,
  Navigate,
  pathOf,
  type RouteName,
  returnAddress,
  useLocation,
  versionPrefixOf,
} from '@atrium/shared-api'
import { useRegistry } from '../remotes/context.ts'

/** The prefixes of the route table at which remotes stand, with the remotes' names. */
export function useRemotePrefixes() {
  return useRegistry().remotes.flatMap(({ name, routes }) => routes.map((route) => ({ name, route })))
}

/** A path of the route table as a route below another one. */
export const relativePath = (path: string): string => path.slice(1)

/** Redirects to a route by its name, replacing the present one, each time it is visited. */
export function RedirectToRoute({ name }: { readonly name: RouteName }) {
  const { pathname, key } = useLocation()
  return <Navigate key={key} to={pathOf(name, pathname)} replace />
}

/** The path in the address's hash, without its query. */
const presentPath = (): string => window.location.hash.slice(1).split('?')[0] || '/'

/**
 * Where the page starts, as a path of the route table. Without a session that is the sign-in page, from which the
 * user is brought to where they wanted to go; the address is put right before anything is shown.
 */
export function firstPath(): string {
  const path = presentPath()
  if (isSignedIn() || isPublic(path)) return path.slice(versionPrefixOf(path).length)
  if (path !== '/') returnAddress.keepPresent()
  window.history.replaceState(null, '', `#${pathOf('signInIndex', path)}`)
  return pathOf('signInIndex')
}
