import { Outlet, returnAddress, useGo, useLocation, useSession } from '@atrium/shared-api'
import { Suspense, useEffect, useRef } from 'react'
import { FrameSkeleton } from '../frame/Frames.tsx'
import { KnownUser } from './KnownUser.tsx'

/** Lets those pass who are signed in, once it is known who they are; leads everybody else to the sign-in page. */
export function SessionGuard() {
  const key = useSession((session) => session.key)
  const { key: arrival } = useLocation()
  const arrivedSignedIn = useRef(key !== undefined)
  // After signing out this page is not returned to; after following a link it is.
  if (!key) return <ToSignIn key={arrival} remember={!arrivedSignedIn.current} />
  return (
    <KnownUser waiting={<FrameSkeleton />}>
      <Suspense fallback={<FrameSkeleton />}>
        <Outlet />
      </Suspense>
    </KnownUser>
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
