import { isPublic, pathOf, returnAddress, signedIn, versionPrefixOf } from '@atrium/shared-api'

/** The path in the address's hash, without its query. */
const presentPath = (): string => window.location.hash.slice(1).split('?')[0] || '/'

/**
 * Where the page starts, as a path of the route table. Without a session that is the sign-in page, from which the
 * user is brought to where they wanted to go; the address is put right before anything is shown.
 */
export function firstPath(): string {
  const path = presentPath()
  if (signedIn() || isPublic(path)) return path.slice(versionPrefixOf(path).length)
  if (path !== '/') returnAddress.keepPresent()
  window.history.replaceState(null, '', `#${pathOf('signInIndex', path)}`)
  return pathOf('signInIndex')
}
