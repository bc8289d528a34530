import { Component, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { RemoteLoadError } from './loader/error.ts'
import type { LoadedRemote, RemoteLoader } from './loader/loader.ts'

interface Props {
  /** Shown in place of children that threw. */
  readonly fallback: ReactNode
  /** Told of what they threw. */
  readonly onThrown: (cause: unknown) => void
  readonly children: ReactNode
}

/** Keeps an exception of its children from reaching the rest of the page, until it is mounted anew. */
class CatchRender extends Component<Props, { readonly thrown: boolean }> {
  override state = { thrown: false }

  static getDerivedStateFromError() {
    return { thrown: true }
  }

  override componentDidCatch(cause: unknown): void {
    this.props.onThrown(cause)
  }

  override render(): ReactNode {
    return this.state.thrown ? this.props.fallback : this.props.children
  }
}

/** Says that what stands behind it is about to be rendered, and when it leaves. */
function Enters({ onEnters }: { readonly onEnters: () => () => void }) {
  // While it is rendered: what comes behind it may never end.
  const [leave] = useState(onEnters)
  useEffect(() => leave, [leave])
  return null
}

/** Tells once that what stands beside it in a Suspense stands. */
function Stands({ onStands }: { readonly onStands: () => void }) {
  // Whom it tells may change with every rendering: it is told when this was mounted.
  useEffect(onStands, [])
  return null
}

/** How a remote stands at a place. */
interface View {
  readonly place: string
  /** When the place was entered, by the page's clock. */
  readonly entered: number
  readonly remote: LoadedRemote | undefined
  readonly error: RemoteLoadError | undefined
  /** Whether a screen has thrown, and it is being got over. */
  readonly thrown: boolean
  /** Counts what was got over: each time begins with a boundary that has caught nothing. */
  readonly attempt: number
}

const viewAt = (place: string, remote: LoadedRemote | undefined, attempt = 0): View => ({
  place,
  entered: performance.now(),
  remote,
  error: undefined,
  thrown: false,
  attempt,
})

const asLoadError = (name: string, cause: unknown): RemoteLoadError =>
  cause instanceof RemoteLoadError ? cause : new RemoteLoadError('module', name, cause)

/**
 * Shows a remote at the places within it. At each the release is shown that counts then, if it is here already; one that
 * comes meanwhile is shown at the next place, so that nobody loses what they are typing. What failed at one place is
 * tried afresh at the next. A release without a screen for the next place is not shown there until the loader has been
 * asked, which may have a newer one.
 */
function useRemote({ loader, name, place, hasScreen }: RemoteBoundaryProps) {
  const [view, setView] = useState(() => viewAt(place, loader.loaded(name)))
  const { remote, error, attempt } = view
  if (view.place !== place) {
    const failed = error || view.thrown
    const shown = !failed && remote && hasScreen(remote) ? remote : undefined
    setView(viewAt(place, loader.loaded(name) ?? shown, attempt + (failed ? 1 : 0)))
  }

  // At another place it is asked for again which release counts; what failed waits there for a word of the user.
  useEffect(() => {
    if (error) return
    let here = true
    const settle = (found: Partial<View>) =>
      here && setView((present) => (present.remote ? present : { ...present, ...found }))
    loader.load(name).then(
      (found) => settle({ remote: found }),
      (cause: unknown) => settle({ error: asLoadError(name, cause) }),
    )
    return () => {
      here = false
    }
  }, [loader, name, place, attempt])

  useEffect(() => remote && loader.show(name, remote), [loader, name, remote])

  const retry = useCallback(() => {
    loader.evict(name)
    setView(({ place, attempt }) => viewAt(place, undefined, attempt + 1))
  }, [loader, name])

  const recover = (thrown: LoadedRemote, cause: unknown): void => {
    const settle = (found: Partial<View>) =>
      setView((present) =>
        // Who went on meanwhile sees what is there.
        present.place === place && present.attempt === attempt
          ? { ...present, ...found, thrown: false, attempt: attempt + 1 }
          : present,
      )
    setView((present) => ({ ...present, thrown: true }))
    loader.recover(name, thrown, cause).then(
      (found) => settle({ remote: found }),
      (error: unknown) => settle({ remote: undefined, error: asLoadError(name, error) }),
    )
  }

  return { ...view, retry, recover }
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
  /** Whether a release has a screen for the place. */
  readonly hasScreen: (remote: LoadedRemote) => boolean
  /** Shown until the remote is here, and while one of its lazy screens is fetched. */
  readonly loading: ReactNode
  /** Says which remote failed, and offers to try again. */
  readonly failed: (failure: RemoteFailure) => ReactNode
  /** Renders the remote. @param retry fetches everything of it again, for one that stands in for another release */
  readonly children: (remote: LoadedRemote, retry: () => void) => ReactNode
}

/** Renders one remote, and keeps its failures from the rest of the page. */
export function RemoteBoundary(props: RemoteBoundaryProps) {
  return <OneRemote key={props.name} {...props} />
}

function OneRemote(props: RemoteBoundaryProps) {
  const { loader, name, place, loading, failed, children } = props
  const { remote, error, entered, attempt, retry, recover } = useRemote(props)
  if (error) return failed({ error, retry })
  if (!remote) return loading
  return (
    <CatchRender key={`${attempt} ${place}`} fallback={loading} onThrown={(cause) => recover(remote, cause)}>
      <Enters key={place} onEnters={() => loader.enters(name, remote)} />
      <Suspense fallback={loading}>
        {children(remote, retry)}
        <Stands key={place} onStands={() => loader.stands(name, remote, performance.now() - entered)} />
      </Suspense>
    </CatchRender>
  )
}
