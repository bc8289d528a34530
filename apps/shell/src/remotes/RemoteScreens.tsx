import type { RemoteFailure } from '@atrium/federation'
import { RemoteBoundary } from '@atrium/federation'
import { Route, Routes, retryTexts, textAtRunTime, useLocation, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import type { ReactNode } from 'react'
import { useRemotes } from './context.ts'

interface RemoteScreensProps {
  /** The remote's name in the registry. */
  readonly name: string
  /** The prefix of the route table at which this stands, `/signIn` for instance. */
  readonly route: string
  /** Shown while the remote or one of its screens is fetched. */
  readonly loading: ReactNode
  /** Shown at a path of the prefix that is none of the remote's screens. */
  readonly unknown: ReactNode
}

/** The screens of one remote, behind its own boundary. Stands in a route of `${route}/*`. */
export function RemoteScreens({ name, route, loading, unknown }: RemoteScreensProps) {
  const { loader } = useRemotes()
  const { pathname } = useLocation()
  return (
    <RemoteBoundary
      loader={loader}
      name={name}
      place={pathname}
      loading={loading}
      failed={(failure) => <RemoteFailed {...failure} />}
    >
      {(screens) => (
        <Routes>
          {screens
            .filter(({ path }) => path === route || path.startsWith(`${route}/`))
            .map(({ path, component: Screen }) => (
              <Route key={path} path={path.slice(route.length + 1)} element={<Screen />} />
            ))}
          <Route path="*" element={unknown} />
        </Routes>
      )}
    </RemoteBoundary>
  )
}

/** Says which module failed, at which step and why, and offers to fetch it again. */
function RemoteFailed({ error, retry }: RemoteFailure) {
  const t = useTexts('shell')
  const { stage, remote, status } = error
  // A remote that another team registered has no name of its own here.
  const module = textAtRunTime('shell', `remotes.module.${remote}`, remote)
  const detail = t(`remotes.stage.${stage}`) + (status ? t('remotes.status', { status }) : '')
  const again = (): void => {
    retryTexts()
    retry()
  }
  return (
    <ErrorState
      title={t('remotes.failed', { module })}
      detail={detail}
      retryLabel={t('remotes.retry')}
      onRetry={again}
    />
  )
}
