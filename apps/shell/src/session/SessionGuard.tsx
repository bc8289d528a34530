import { Outlet, returnAddress, useGo, useLocation, useSession } from '@atrium/shared-api'
import { Suspense, useEffect, useRef } from 'react'
import { FrameSkeleton } from '../frame/Frames.tsx'
import { KnownUser } from './KnownUser.tsx'

/** Admits signed-in users once their data has arrived, and redirects all others to the sign-in page. */
export function SessionGuard() {
  const key = useSession((session) => session.key)
  const { key: arrival } = useLocation()
  const arrivedSignedIn = useRef(key !== undefined)
  // Sign-in leads back here if the user followed a link, but not if the user signed out here.
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
 * Redirects to the sign-in page. Each visit needs a new element, as in `EnterSuite`.
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
