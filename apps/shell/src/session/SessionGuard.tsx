import { Outlet, returnAddress, useGo, useLocation, useSession } from '@atrium/shared-api'
import { Suspense, useEffect, useRef } from 'react'
import { FrameSkeleton } from '../frame/Frames.tsx'
import { KnownUser } from './KnownUser.tsx'

/** Admits signed-in users once they are known, and leads everybody else to the sign-in page. */
export function SessionGuard() {
  const key = useSession((session) => session.key)
  const { key: arrival } = useLocation()
  const arrivedSignedIn = useRef(key !== undefined)
  // After signing out, signing in does not return to this page. After following a link it does.
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
 * Redirects to the sign-in page. Each visit needs its own element, as in `EnterSuite`.
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
