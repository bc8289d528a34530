import {
  getInstance,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
} from '@module-federation/runtime'
import type { RemoteManifest } from '../registry/remotes.ts'
import type { Registry } from '../registry/schema.ts'
import type { RemoteRoute } from '../routes.ts'
import { RemoteLoadError } from './error.ts'
import { fetchManifest, loadContainer, loadRoutes, register } from './stages.ts'

/**
 * The runtime keeps the rejected promise of a shared module that could not be fetched. Without it the module is
 * fetched again when it is needed next.
 */
const forgetFailed: ModuleFederationRuntimePlugin = {
  name: 'forget-failed-shares',
  errorLoadShare: ({ pkgName, shareScopeMap }) => {
    for (const scope of Object.values(shareScopeMap)) {
      for (const shared of Object.values(scope[pkgName] ?? {})) {
        if (!shared.loaded) shared.loading = null
      }
    }
  },
}

/** Lets shared modules be fetched again after a failure, by the host and by the remotes that come later. */
export function retryShares(): void {
  getInstance()?.registerPlugins([forgetFailed])
  registerGlobalPlugins([forgetFailed])
}

/** Brings remotes onto the page, each at most once unless it failed. */
export interface RemoteLoader {
  /**
   * The routes of a remote. A load under way or done is shared; after a failure the next call fetches
   * everything again, manifest included.
   * @throws RemoteLoadError naming the stage
   */
  load(name: string): Promise<readonly RemoteRoute[]>
  /** The routes, if they are here already. */
  loaded(name: string): readonly RemoteRoute[] | undefined
  /** Loads ahead, on a user's intent. Never throws: a failure shows when the screen is entered. */
  preload(name: string): void
  /** Forgets a remote whose code misbehaves, so that the next load fetches it again. */
  evict(name: string): void
}

export interface RemoteLoaderOptions {
  readonly registry: Registry
  /** Manifests that came with the page, by remote; used for the first load only. */
  readonly manifests?: Readonly<Record<string, RemoteManifest>>
}

/** Makes the loader of a page. */
export function createRemoteLoader({ registry, manifests = {} }: RemoteLoaderOptions): RemoteLoader {
  const loading = new Map<string, Promise<readonly RemoteRoute[]>>()
  const loaded = new Map<string, readonly RemoteRoute[]>()
  const evicted = new Set<string>()
  retryShares()

  const evict = (name: string): void => {
    loading.delete(name)
    loaded.delete(name)
    evicted.add(name)
  }

  const fetchAll = async (name: string): Promise<readonly RemoteRoute[]> => {
    const entry = registry.remotes.find((remote) => remote.name === name)
    if (!entry) throw new RemoteLoadError('registry', name, 'the registry does not know it')
    const afresh = evicted.has(name)
    const manifest = (afresh ? undefined : manifests[name]) ?? (await fetchManifest(entry))
    const remote = register(entry, manifest, afresh)
    await loadContainer(remote)
    return loadRoutes(remote)
  }

  const load = (name: string): Promise<readonly RemoteRoute[]> => {
    const underWay = loading.get(name)
    if (underWay) return underWay
    const promise = fetchAll(name)
    loading.set(name, promise)
    promise.then(
      (routes) => loaded.set(name, routes),
      () => evict(name),
    )
    return promise
  }

  return {
    load,
    loaded: (name) => loaded.get(name),
    preload: (name) => void load(name).catch(() => undefined),
    evict,
  }
}
