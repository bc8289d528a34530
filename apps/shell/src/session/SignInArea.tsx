import { pathOf, returnAddress, routeNameAt, useLocation, useNavigate, useSession } from '@atrium/shared-api'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { loadSignedIn } from '../app/signedIn.ts'

/** What signed-in users may see too: the password change, and where links in messages lead. */
const open = ['modifyPwd', 'checkEmail', 'register'].flatMap((name) => [name, `${name}Index`])

/** Fetches what follows while the user is still typing. */
const fetchAhead = (): void => void loadSignedIn().catch(() => undefined)

/** The screens that need no session: who is signed in already is led on from those of signing in. */
export function SignInArea({ children }: { readonly children: ReactNode }) {
  const key = useSession((session) => session.key)
  const { pathname, key: arrival } = useLocation()
  const name = routeNameAt(pathname) ?? ''
  if (key && !open.includes(name)) return <EnterSuite key={arrival} />
  return <div onInput={fetchAhead}>{children}</div>
}

/**
 * Leads somebody who is signed in on to where they wanted to go, else to the landing page. Each arrival needs one of its
 * own: who comes again before the way on has been drawn is led on once more.
 */
export function EnterSuite() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    void navigate(returnAddress.take() ?? pathOf('softIndex', pathname), { replace: true })
  }, [navigate, pathname])
  return null
}
