import { endSession, returnAddress } from '@atrium/shared-api'
import { useEffect } from 'react'

/** Ends the session here; the guard then leads to the sign-in page. */
export function LeaveSession() {
  useEffect(() => {
    returnAddress.keepPresent()
    endSession()
  }, [])
  return null
}
