import { useCallback, useEffect, useState } from 'react'
import { RemoteLoadError, type RemoteLoader } from '../loader/index.ts'
import type { RemoteRoute } from '../routes.ts'

/** Where a remote's load stands. */
export interface RemoteState {
  readonly routes: readonly RemoteRoute[] | undefined
  readonly error: RemoteLoadError | undefined
  /** Fetches everything again. */
  readonly retry: () => void
}

/** Loads a remote for the component's lifetime; one that is here already shows at once. */
export function useRemote(loader: RemoteLoader, name: string): RemoteState {
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState<RemoteLoadError>()
  const [routes, setRoutes] = useState(() => loader.loaded(name))

  useEffect(() => {
    let here = true
    const failed = (cause: unknown) =>
      setError(cause instanceof RemoteLoadError ? cause : new RemoteLoadError('module', name, cause))
    loader.load(name).then(
      (found) => here && setRoutes(found),
      (cause: unknown) => here && failed(cause),
    )
    return () => {
      here = false
    }
  }, [loader, name, attempt])

  const retry = useCallback(() => {
    loader.evict(name)
    setRoutes(undefined)
    setError(undefined)
    setAttempt((count) => count + 1)
  }, [loader, name])

  return { routes, error, retry }
}
