import { type Registry, type RemoteLoader, remoteForPath } from '@atrium/federation'
import { createContext, useCallback, useContext } from 'react'

/** The remotes of the page and what fetches them. */
export interface Remotes {
  readonly registry: Registry
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

/** Fetches the remote of a path ahead, when a user shows the intent to go there; never throws. */
export function usePreload(): (path: string) => void {
  const { registry, loader } = useRemotes()
  return useCallback(
    (path) => {
      const owner = remoteForPath(registry, path)
      if (owner) loader.preload(owner.name)
    },
    [registry, loader],
  )
}
