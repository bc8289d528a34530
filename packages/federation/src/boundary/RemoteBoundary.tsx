import { type ReactNode, Suspense } from 'react'
import { type RemoteLoadError, type RemoteLoader, renderFailure } from '../loader/index.ts'
import type { RemoteRoute } from '../routes.ts'
import { CatchRender } from './CatchRender.tsx'
import { useRemote } from './useRemote.ts'

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

/** The place of one remote in the page: whatever happens to it, the rest of the suite goes on. */
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
