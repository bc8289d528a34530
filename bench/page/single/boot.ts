import type { RemoteLoader, RemoteRoute } from '@atrium/federation'
import { boot } from '@atrium/shell/boot'

/**
 * Starts the shell with the screens of one remote compiled in, as the suite would be without federation.
 * @param prefixes route prefixes of the screens
 */
export function bootWith(name: string, prefixes: readonly string[], routes: readonly RemoteRoute[]): void {
  const remote = { version: '0.0.0', routes }
  const registry = { remotes: [{ name, routes: [...prefixes], active: '0.0.0', releases: {} }] }
  const loader: RemoteLoader = {
    registry: () => registry,
    watchRegistry: () => () => undefined,
    renewRegistry: () => Promise.resolve(),
    load: () => Promise.resolve(remote),
    loaded: () => remote,
    preload: () => undefined,
    evict: () => undefined,
    show: () => () => undefined,
    screenStarts: () => () => undefined,
    screenShown: () => undefined,
    recover: () => Promise.resolve(remote),
    refresh: () => undefined,
    forgetAudience: () => undefined,
    shown: () => [],
  }
  void boot({ loader })
}
