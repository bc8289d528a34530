import { Outlet, returnAddress, useGo, useLocation, useSession, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { Suspense, useEffect, useRef } from 'react'
import { FrameSkeleton } from '../frame/frames.tsx'
import { useUser } from './useUser.ts'

/** Lets those pass who are signed in, once it is known who they are; leads everybody else to the sign-in page. */
export function SessionGuard() {
  const t = useTexts('shell')
  const key = useSession((session) => session.key)
  const { key: arrival } = useLocation()
  const arrivedSignedIn = useRef(key !== undefined)
  const { user, failed, retry } = useUser(key)
  // After signing out this page is not returned to; after following a link it is.
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

/**
 * Leads to the sign-in page. Each arrival needs one of its own, as `EnterSuite` says.
 * @param props.remember whether signing in leads back here
 */
function ToSignIn({ remember }: { readonly remember: boolean }) {
  const go = useGo()
  useEffect(() => {
    if (remember) returnAddress.keepPresent()
    go('signInIndex', { replace: true })
  }, [go, remember])
  return null
}
