import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pathOf } from './find.ts'
import type { RouteName } from './table.ts'

export interface GoOptions {
  /** Fields of the address's query. */
  readonly query?: Readonly<Record<string, string>>
  /** Takes the place of the present page in the browser's history. */
  readonly replace?: boolean
  /** Handed to the next page without showing in the address. */
  readonly state?: unknown
}

/** Goes to a route by its name; to be where one goes already does nothing. */
export type Go = (name: RouteName, options?: GoOptions) => void

/** Navigation by name. The function stays the same wherever one is, so that nothing is drawn anew for it. */
export function useGo(): Go {
  const present = { navigate: useNavigate(), ...useLocation() }
  const latest = useRef(present)
  latest.current = present
  return useCallback<Go>((name, { query, replace, state } = {}) => {
    const { navigate, pathname, search } = latest.current
    const path = pathOf(name, pathname)
    const asked = query ? `?${new URLSearchParams(query)}` : ''
    if (path === pathname && (asked === search || !query)) return
    void navigate(`${path}${asked}`, { replace, state })
  }, [])
}
