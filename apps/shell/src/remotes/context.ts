import { type Registry, type RemoteLoader, remoteForPath } from '@atrium/federation'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'

/** The remotes of the page, with their loader. */
export interface Remotes {
  readonly loader: RemoteLoader
  /** Called with the remote of the first screen. */
  readonly opensWith?: (name: string) => void
  /** The release of each remote that has shown a screen on this page. */
  readonly shownReleases?: ReadonlyMap<string, string>
}

const Context = createContext<Remotes | undefined>(undefined)

export const RemotesProvider = Context.Provider

/** Returns the page's remotes. Works only within the suite. */
export function useRemotes(): Remotes {
  const remotes = useContext(Context)
  if (!remotes) throw new Error('useRemotes must be used within a RemotesProvider')
  return remotes
}

/** Returns the page's registry. Re-renders after each change, because remotes may be released while a page is open. */
export function useRegistry(): Registry {
  const { loader } = useRemotes()
  return useSyncExternalStore(loader.watchRegistry, loader.registry)
}

/** Returns a function that prefetches the remote of a path when the user points at a link. The function never throws. */
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
