import {
  Outlet,
  pathOf,
  returnAddress,
  routeNameAt,
  useLocation,
  useNavigate,
  useSession,
} from '@atrium/shared-api'
import { useEffect } from 'react'
import { loadSignedIn } from '../app/signedIn.ts'

/** What signed-in users may see too: the password change, and where links in messages lead. */
const open = ['modifyPwd', 'checkEmail', 'register'].flatMap((name) => [name, `${name}Index`])

/** Fetches what follows while the user is still typing. */
const fetchAhead = (): void => void loadSignedIn().catch(() => undefined)

/** The screens that need no session. Users who are already signed in are redirected from the sign-in screens. */
export function SignInArea() {
  const key = useSession((session) => session.key)
  const { pathname, key: arrival } = useLocation()
  const name = routeNameAt(pathname) ?? ''
  if (key && !open.includes(name)) return <EnterSuite key={arrival} />
  return (
    <div onInput={fetchAhead}>
      <Outlet />
    </div>
  )
}

/**
 * Redirects a signed-in user to where they wanted to go, or to the landing page. Each visit needs an element of its own:
 * a second visit before the target is drawn is redirected again.
 */
export function EnterSuite() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    void navigate(returnAddress.take() ?? pathOf('softIndex', pathname), { replace: true })
  }, [navigate, pathname])
  return null
}
