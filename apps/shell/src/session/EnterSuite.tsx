import { pathOf, returnAddress, useLocation, useNavigate } from '@atrium/shared-api'
import { useEffect } from 'react'

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
