import { Component, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { asLoadError } from './loader/attempts.ts'
import type { RemoteLoadError } from './loader/error.ts'
import type { RemoteLoader } from './loader/loader.ts'
import type { LoadedRemote } from './loader/types.ts'

interface Props {
  /** Shown instead of children that threw. */
  readonly fallback: ReactNode
  /** Called with the error that the children threw. */
  readonly onThrown: (cause: unknown) => void
  readonly children: ReactNode
}

/** Keeps an error thrown by the children from the rest of the page until the boundary is mounted again. */
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

/** Reports when the screen rendered after this component is about to render, and when the user leaves it. */
function ScreenStart({ onStart }: { readonly onStart: () => () => void }) {
  // Called during rendering, because the screen may freeze while rendering.
  const [leave] = useState(onStart)
  useEffect(() => leave, [leave])
  return null
}

/** Reports once that its siblings inside the Suspense boundary are shown. */
function ScreenShown({ onShown }: { readonly onShown: () => void }) {
  // The callback changes with every render; only the one from the mount is called.
  useEffect(onShown, [])
  return null
}

/** State of a remote at a path. */
interface View {
  readonly path: string
  /** Time at which the path was entered, from `performance.now()`. */
  readonly entered: number
  readonly remote: LoadedRemote | undefined
  readonly error: RemoteLoadError | undefined
  /** Whether a screen threw and is being recovered. */
  readonly thrown: boolean
  /** Number of the attempt. Each attempt mounts a new error boundary. */
  readonly attempt: number
}

const viewAt = (path: string, remote: LoadedRemote | undefined, attempt = 0): View => ({
  path,
  entered: performance.now(),
  remote,
  error: undefined,
  thrown: false,
  attempt,
})

/**
 * Loads a remote for the current path. Switches to a new release only at the next path, so that users do not lose
 * what they are typing. Retries a failed load at the next path. If the release on the page has no screen for a path,
 * looks for a newer release first.
 */
function useRemote({ loader, name, path, hasScreen }: RemoteBoundaryProps) {
  const [view, setView] = useState(() => viewAt(path, loader.loaded(name)))
  const { remote, error, attempt } = view
  if (view.path !== path) {
    const failed = error || view.thrown
    const shown = !failed && remote && hasScreen(remote) ? remote : undefined
    setView(viewAt(path, loader.loaded(name) ?? shown, attempt + (failed ? 1 : 0)))
  }

  // Looks up the active release again at each path. After a failure, only the user can retry.
  useEffect(() => {
    if (error) return
    let isMounted = true
    const settle = (found: Partial<View>) =>
      isMounted && setView((current) => (current.remote ? current : { ...current, ...found }))
    loader.load(name).then(
      (found) => settle({ remote: found }),
      (cause: unknown) => settle({ error: asLoadError(name, cause) }),
    )
    return () => {
      isMounted = false
    }
  }, [loader, name, path, attempt])

  useEffect(() => remote && loader.show(name, remote), [loader, name, remote])

  const retry = useCallback(() => {
    loader.evict(name)
    setView(({ path, attempt }) => viewAt(path, undefined, attempt + 1))
  }, [loader, name])

  const recover = (thrown: LoadedRemote, cause: unknown): void => {
    const settle = (found: Partial<View>) =>
      setView((current) =>
        // The user may have moved on in the meantime.
        current.path === path && current.attempt === attempt
          ? { ...current, ...found, thrown: false, attempt: attempt + 1 }
          : current,
      )
    setView((current) => ({ ...current, thrown: true }))
    loader.recover(name, thrown, cause).then(
      (found) => settle({ remote: found }),
      (error: unknown) => settle({ remote: undefined, error: asLoadError(name, error) }),
    )
  }

  return { ...view, retry, recover }
}

/** The failure of a remote, passed to the page to be shown. */
export interface RemoteFailure {
  readonly error: RemoteLoadError
  /** Fetches all files of the remote again. */
  readonly retry: () => void
}

export interface RemoteBoundaryProps {
  readonly loader: RemoteLoader
  /** The remote's name in the registry. */
  readonly name: string
  /** Path within the remote. A screen that fails does not affect other paths. */
  readonly path: string
  /** Whether a release has a screen for the path. */
  readonly hasScreen: (remote: LoadedRemote) => boolean
  /** Shown while the remote or one of its lazy screens is loading. */
  readonly loading: ReactNode
  /** Renders a failure. */
  readonly failed: (failure: RemoteFailure) => ReactNode
  /**
   * Renders the remote.
   * @param retry fetches the remote again if an earlier release stands in for the active one
   */
  readonly children: (remote: LoadedRemote, retry: () => void) => ReactNode
}

/** Renders a remote and keeps its failures from the rest of the page. */
export function RemoteBoundary(props: RemoteBoundaryProps) {
  return <OneRemote key={props.name} {...props} />
}

function OneRemote(props: RemoteBoundaryProps) {
  const { loader, name, path, loading, failed, children } = props
  const { remote, error, entered, attempt, retry, recover } = useRemote(props)
  if (error) return failed({ error, retry })
  if (!remote) return loading
  return (
    <CatchRender key={`${attempt} ${path}`} fallback={loading} onThrown={(cause) => recover(remote, cause)}>
      <ScreenStart key={path} onStart={() => loader.screenStarts(name, remote)} />
      <Suspense fallback={loading}>
        {children(remote, retry)}
        <ScreenShown
          key={path}
          onShown={() => loader.screenShown(name, remote, performance.now() - entered)}
        />
      </Suspense>
    </CatchRender>
  )
}
