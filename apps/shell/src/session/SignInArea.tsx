import {
  Outlet,
  pathOf,
  routeNameAt,
  takeReturnAddress,
  useLocation,
  useNavigate,
  useSession,
} from '@atrium/shared-api'
import { useEffect, useRef } from 'react'
import { loadSignedIn } from '../app/signed-in.ts'

/** Screens that signed-in users may open too: the password change, and the targets of links in messages. */
const open = ['modifyPwd', 'checkEmail', 'register'].flatMap((name) => [name, `${name}Index`])

/** Prefetches the code for signed-in users while the user is still typing. */
const fetchAhead = (): void => void loadSignedIn().catch(() => undefined)

/**
 * Returns whether the user followed a link for a specific account although the browser already had a session. The
 * sign-in page then asks which user should continue.
 */
function useAsksForAccount(): boolean {
  const key = useSession((session) => session.key)
  const { pathname, search, key: arrival } = useLocation()
  const arrived = useRef({ arrival, key })
  if (arrived.current.arrival !== arrival) arrived.current = { arrival, key }
  const isSignIn = routeNameAt(pathname)?.startsWith('signInIndex') ?? false
  const account = new URLSearchParams(search).get('account') ?? ''
  return isSignIn && account !== '' && arrived.current.key === key
}

/** Renders the screens that need no session. Redirects signed-in users away from the sign-in screens. */
export function SignInArea() {
  const key = useSession((session) => session.key)
  const { pathname, key: arrival } = useLocation()
  const asksForAccount = useAsksForAccount()
  const name = routeNameAt(pathname) ?? ''
  if (key && !asksForAccount && !open.includes(name)) return <EnterSuite key={arrival} />
  return (
    <div onInput={fetchAhead}>
      <Outlet />
    </div>
  )
}

/**
 * Redirects a signed-in user to the requested page, or to the landing page. Each visit needs a new element: a second
 * visit before the target is drawn redirects again.
 */
function EnterSuite() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    let left = false
    takeReturnAddress().then((address) => {
      if (!left) void navigate(address ?? pathOf('softIndex', pathname), { replace: true })
    })
    return () => {
      left = true
    }
  }, [navigate, pathname])
  return null
}
