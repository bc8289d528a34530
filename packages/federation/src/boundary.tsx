import { Component, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { RemoteLoadError, renderFailure } from './loader/error.ts'
import type { RemoteLoader } from './loader/loader.ts'
import type { RemoteRoute } from './routes.ts'

interface Props {
  /** Shown in place of children that threw. */
  readonly fallback: (cause: unknown) => ReactNode
  /** When it changes, the children are rendered again after a failure. */
  readonly resetKey: string
  readonly children: ReactNode
}

interface State {
  readonly thrown?: { readonly cause: unknown } | undefined
  readonly resetKey: string
}

/** Keeps an exception of its children from reaching the rest of the page. */
export class CatchRender extends Component<Props, State> {
  override state: State = { resetKey: this.props.resetKey }

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    return { thrown: { cause } }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { resetKey, thrown: undefined }
  }

  override render(): ReactNode {
    const { thrown } = this.state
    return thrown ? this.props.fallback(thrown.cause) : this.props.children
  }
}

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

/** What the page can say of a remote that failed, and do about it. */
export interface RemoteFailure {
  readonly error: RemoteLoadError
  /** Fetches everything of the remote again. */
  readonly retry: () => void
}

export interface RemoteBoundaryProps {
  readonly loader: RemoteLoader
  /** The remote's name in the registry. */
  readonly name: string
  /** The place within the remote: after a screen failed, another place is tried afresh. */
  readonly place: string
  /** Shown until the remote is here, and while one of its lazy screens is fetched. */
  readonly loading: ReactNode
  /** Says which remote failed, and offers to try again. */
  readonly failed: (failure: RemoteFailure) => ReactNode
  /** Renders the remote's routes. */
  readonly children: (routes: readonly RemoteRoute[]) => ReactNode
}

/** Renders one remote, and keeps its failures from the rest of the page. */
export function RemoteBoundary(props: RemoteBoundaryProps) {
  return <OneRemote key={props.name} {...props} />
}

function OneRemote({ loader, name, place, loading, failed, children }: RemoteBoundaryProps) {
  const { routes, error, retry } = useRemote(loader, name)
  if (error) return failed({ error, retry })
  if (!routes) return loading
  return (
    <CatchRender resetKey={place} fallback={(cause) => failed({ error: renderFailure(name, cause), retry })}>
      <Suspense fallback={loading}>{children(routes)}</Suspense>
    </CatchRender>
  )
}
