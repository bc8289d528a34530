import { type LoadedRemote, type Registry, type RemoteLoader, remoteForPath } from '@atrium/federation'
import { matchPath, type RouteName, routePath, routeTable, type ScreenLookup } from '@atrium/shared-api'
import { manuals } from '../help/manuals.ts'
import { publicRegistry } from './registry.ts'

/** The shell's own screens. */
const ownScreens: readonly RouteName[] = [
  'softIndex',
  'tenantListEDC',
  'projectListRTSM',
  ...manuals.map(({ route }) => route),
]

const isOwnScreen = (path: string): boolean => ownScreens.some((name) => routeTable[name].path === path)

/** Returns whether the shell or a remote serves a path. The remote may have no screen there. */
export const isServed = (registry: Registry, path: string): boolean =>
  isOwnScreen(routePath(path)) || remoteForPath(registry, routePath(path)) !== undefined

/** Returns whether a release of a remote has a screen at a path. */
export const hasScreen = ({ routes }: LoadedRemote, path: string): boolean =>
  routes.some((route) => matchPath(route.path, routePath(path)) !== null)

/**
 * Returns whether a path leads to a screen, according to the page's registry. Loads the remote, because only the
 * release knows its screens. If the remote cannot be loaded, assumes that the screen exists. Never rejects.
 */
export async function isKnownScreen(loader: RemoteLoader, path: string): Promise<boolean> {
  const owner = remoteForPath(loader.registry(), routePath(path))
  if (!owner) return isOwnScreen(routePath(path))
  const remote = await loader.load(owner.name).catch(() => undefined)
  return !remote || remote.insteadOf !== undefined || hasScreen(remote, path)
}

/** Returns whether some users get another release of a path's remote, depending on their tenant or browser. */
async function hasOtherReleases(path: string): Promise<boolean> {
  const { remotes } = await publicRegistry().catch(() => ({ remotes: [] }))
  const entry = remoteForPath({ remotes }, routePath(path))
  return entry?.personal === true || entry?.rules !== undefined
}

/**
 * Returns a lookup of screens on behalf of all users. The lookup also finds screens released since the page was
 * loaded. It assumes that screens exist if other users have other releases.
 */
export const screenLookupOf =
  (loader: RemoteLoader): ScreenLookup =>
  async (path) => {
    if (await isKnownScreen(loader, path)) return true
    await loader.renewRegistry()
    return (await isKnownScreen(loader, path)) || hasOtherReleases(path)
  }
