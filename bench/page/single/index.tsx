import type { RemoteLoader } from '@atrium/federation'
import { boot } from '@atrium/shell/boot'
import { routes } from '@atrium/sign-in'

/** The shell with the sign-in screens compiled in: what the page would be without federation. */
const name = 'sign-in'
const compiledIn: RemoteLoader = {
  load: () => Promise.resolve(routes),
  loaded: () => routes,
  preload: () => undefined,
  evict: () => undefined,
}
const registry = { remotes: [{ name, manifest: '/none.json', routes: ['/signIn'] }] }

void boot({ registry, loader: compiledIn })
