import { RemoteBoundary, type RemoteFailure, type RemoteLoadError } from '@atrium/federation'
import { moduleName, Route, Routes, retryTexts, useLocation, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import type { ReactNode } from 'react'
import { ActionNote } from './ActionNote.tsx'
import { useRemotes } from './context.ts'
import { isSafeMode } from './safe-mode.ts'
import { hasScreen } from './screens.ts'

interface RemoteScreensProps {
  /** Name of the remote in the registry. */
  readonly name: string
  /** Prefix of the route table, for example `/signIn`. */
  readonly route: string
  /** Shown while the remote or one of its screens is fetched. */
  readonly loading: ReactNode
  /** Shown at a path of the prefix for which the remote has no screen. */
  readonly unknown: ReactNode
}

/** Renders the screens of one remote in an error boundary. Needs a route of `${route}/*`. */
export function RemoteScreens({ name, route, loading, unknown }: RemoteScreensProps) {
  const { loader } = useRemotes()
  const { pathname } = useLocation()
  return (
    <RemoteBoundary
      loader={loader}
      name={name}
      path={pathname}
      hasScreen={(remote) => hasScreen(remote, pathname)}
      loading={loading}
      failed={(failure) => <RemoteFailed {...failure} />}
    >
      {({ routes, version, insteadOf }, retry) => (
        <>
          {insteadOf && <EarlierRelease name={name} version={version} retry={retry} />}
          <Routes>
            {routes
              .filter(({ path }) => path === route || path.startsWith(`${route}/`))
              .map(({ path, component: Screen }) => (
                <Route key={path} path={path.slice(route.length + 1)} element={<Screen />} />
              ))}
            <Route path="*" element={unknown} />
          </Routes>
        </>
      )}
    </RemoteBoundary>
  )
}

interface EarlierReleaseProps {
  readonly name: string
  readonly version: string
  readonly retry: () => void
}

/** Explains that an earlier release replaces the failed one, and offers a retry. */
function EarlierRelease({ name, version, retry }: EarlierReleaseProps) {
  const t = useTexts('shell')
  return (
    <ActionNote
      className="earlier-release"
      text={t('remotes.earlier', { module: moduleName(name), version })}
      action={t('remotes.retry')}
      onAction={retry}
    />
  )
}

/** Returns the reason for the failure, as far as it is known. */
function useReason({ stage, status, fault }: RemoteLoadError): string {
  const t = useTexts('shell')
  if (stage === 'registry' && isSafeMode()) return t('safe.missing')
  if (fault === 'unreachable') return t('remotes.away')
  const step = t(`remotes.stage.${stage}`)
  if (fault) return step + t(`remotes.fault.${fault}`)
  return status && status !== 200 ? step + t('remotes.status', { status }) : step
}

/** Names the failed module, the step and the reason, and offers a retry. */
function RemoteFailed({ error, retry }: RemoteFailure) {
  const t = useTexts('shell')
  const reason = useReason(error)
  const again = (): void => {
    retryTexts()
    retry()
  }
  return (
    <ErrorState
      title={t('remotes.failed', { module: moduleName(error.remote) })}
      detail={reason}
      retryLabel={t('remotes.retry')}
      onRetry={again}
    />
  )
}
