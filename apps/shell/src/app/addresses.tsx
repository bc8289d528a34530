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

/** Returns the route prefixes that remotes serve, with the names of the remotes. */
export function useRemotePrefixes() {
  return useRegistry().remotes.flatMap(({ name, routes }) => routes.map((route) => ({ name, route })))
}

/** Returns a path of the route table relative to its parent route. */
export const relativePath = (path: string): string => path.slice(1)

/** Redirects to a named route on each visit, replacing the current history entry. */
export function RedirectToRoute({ name }: { readonly name: RouteName }) {
  const { pathname, key } = useLocation()
  return <Navigate key={key} to={pathOf(name, pathname)} replace />
}

/** Returns the path in the address's hash, without its query. */
const presentPath = (): string => window.location.hash.slice(1).split('?')[0] || '/'

/**
 * Returns the path of the route table at which the page starts. Without a session, that is the sign-in page, which
 * leads back to the requested path. Corrects the address before anything is shown.
 */
export function firstPath(): string {
  const path = presentPath()
  if (isSignedIn() || isPublic(path)) return path.slice(versionPrefixOf(path).length)
  if (path !== '/') returnAddress.keepPresent()
  window.history.replaceState(null, '', `#${pathOf('signInIndex', path)}`)
  return pathOf('signInIndex')
}
