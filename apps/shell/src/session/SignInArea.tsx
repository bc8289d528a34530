import { routeNameAt, useLocation, useSession } from '@atrium/shared-api'
import type { ReactNode } from 'react'
import { loadInside } from '../inside/lazy.ts'
import { EnterSuite } from './EnterSuite.tsx'

/** What signed-in users may see too: the password change, and where links in messages lead. */
const open = ['modifyPwd', 'checkEmail', 'register'].flatMap((name) => [name, `${name}Index`])

/** Fetches what follows while the user is still typing. */
const warmUp = (): void => void loadInside().catch(() => undefined)

/** The screens that need no session: who is signed in already is led on from those of signing in. */
export function SignInArea({ children }: { readonly children: ReactNode }) {
  const key = useSession((session) => session.key)
  const { pathname, key: arrival } = useLocation()
  const name = routeNameAt(pathname) ?? ''
  if (key && !open.includes(name)) return <EnterSuite key={arrival} />
  return <div onInput={warmUp}>{children}</div>
}
