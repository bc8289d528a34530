import { pathOf, returnAddress, useLocation, useNavigate } from '@atrium/shared-api'
import { useEffect } from 'react'

/** Leads somebody who is signed in on to where they wanted to go, else to the landing page. */
export function EnterSuite() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    void navigate(returnAddress.take() ?? pathOf('softIndex', pathname), { replace: true })
  }, [navigate, pathname])
  return null
}
