import { Outlet, useLocation, useSession, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { Suspense, useRef } from 'react'
import { FrameSkeleton } from '../frame/FrameSkeleton.tsx'
import { ToSignIn } from './ToSignIn.tsx'
import { useUser } from './useUser.ts'

/** Lets those pass who are signed in, once it is known who they are; leads everybody else to the sign-in page. */
export function SessionGuard() {
  const t = useTexts('shell')
  const key = useSession((session) => session.key)
  const { key: arrival } = useLocation()
  const arrivedSignedIn = useRef(key !== undefined)
  const { user, failed, retry } = useUser(key)
  // Who has just signed out does not want to come back to this page; who came by a link does.
  if (!key) return <ToSignIn key={arrival} remember={!arrivedSignedIn.current} />
  if (user) {
    return (
      <Suspense fallback={<FrameSkeleton />}>
        <Outlet />
      </Suspense>
    )
  }
  if (!failed) return <FrameSkeleton />
  return (
    <ErrorState
      title={t('user.failed')}
      detail={t('user.detail')}
      retryLabel={t('user.retry')}
      onRetry={retry}
    />
  )
}
