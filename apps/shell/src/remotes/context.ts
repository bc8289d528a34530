import { type Registry, type RemoteLoader, remoteForPath } from '@atrium/federation'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** The remotes of the page and what fetches them. */
export interface Remotes {
  readonly loader: RemoteLoader
  /** Told which remote the page opens with. */
  readonly opensWith?: (name: string) => void
  /** The release of each remote of which a screen has stood. */
  readonly stood?: ReadonlyMap<string, string>
}

const Context = createContext<Remotes | undefined>(undefined)

export const RemotesProvider = Context.Provider

/** The page's remotes; only within the suite. */
export function useRemotes(): Remotes {
  const remotes = useContext(Context)
  if (!remotes) throw new Error('useRemotes needs a RemotesProvider above it')
  return remotes
}

/** Returns the registry as the page knows it, and again after each change: remotes are released while a page is open. */
export function useRegistry(): Registry {
  const { loader } = useRemotes()
  return useSyncExternalStore(loader.watchRegistry, loader.registry)
}

/** Fetches the remote of a path ahead, when a user shows the intent to go there; never throws. */
export function usePreload(): (path: string) => void {
  const { loader } = useRemotes()
  return useCallback(
    (path) => {
      const owner = remoteForPath(loader.registry(), path)
      if (owner) loader.preload(owner.name)
    },
    [loader],
  )
}
