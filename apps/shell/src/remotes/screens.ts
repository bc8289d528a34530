import { type LoadedRemote, type Registry, type RemoteLoader, remoteForPath } from '@atrium/federation'
import { matchPath, type RouteName, routePath, routeTable, type ScreenLookup } from '@atrium/shared-api'
import { manuals } from '../help/manuals.ts'
import { publicRegistry } from './registry.ts'

/** The screens that the shell shows itself. */
const ownScreens: readonly RouteName[] = [
  'softIndex',
  'tenantListEDC',
  'projectListRTSM',
  ...manuals.map(({ route }) => route),
]

const isOwnScreen = (path: string): boolean => ownScreens.some((name) => routeTable[name].path === path)

/** Whether the shell or a remote serves a path; the remote may have no screen there. */
export const isServed = (registry: Registry, path: string): boolean =>
  isOwnScreen(routePath(path)) || remoteForPath(registry, routePath(path)) !== undefined

/** Whether a release of a remote has a screen at a path. */
export const hasScreen = ({ routes }: LoadedRemote, path: string): boolean =>
  routes.some((route) => matchPath(route.path, routePath(path)) !== null)

/**
 * Tells whether a path is a screen, as the registry of the page has it. The truth about a remote's screens is the release
 * itself, so it is loaded. If it cannot be loaded, its screens are taken to exist. Never rejects.
 */
export async function isKnownScreen(loader: RemoteLoader, path: string): Promise<boolean> {
  const owner = remoteForPath(loader.registry(), routePath(path))
  if (!owner) return isOwnScreen(routePath(path))
  const remote = await loader.load(owner.name).catch(() => undefined)
  return !remote || remote.insteadOf !== undefined || hasScreen(remote, path)
}

/** Whether some users get another release of a path's remote than others do: by their tenant or by their browser. */
async function hasOtherReleases(path: string): Promise<boolean> {
  const { remotes } = await publicRegistry().catch(() => ({ remotes: [] }))
  const entry = remoteForPath({ remotes }, routePath(path))
  return entry?.personal === true || entry?.rules !== undefined
}

/**
 * Makes the lookup of screens, for somebody who asks on behalf of all users. It also finds screens that were released
 * since the page was loaded. A screen that other users' releases may have is taken to exist.
 */
export const screenLookupOf =
  (loader: RemoteLoader): ScreenLookup =>
  async (path) => {
    if (await isKnownScreen(loader, path)) return true
    await loader.renewRegistry()
    return (await isKnownScreen(loader, path)) || hasOtherReleases(path)
  }
