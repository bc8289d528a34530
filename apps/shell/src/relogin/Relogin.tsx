import { endSession, returnAddress, useSessionEnd, withTexts } from '@atrium/shared-api'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'

/** If the dialog cannot be fetched, the sign-in page takes over and leads back here. */
const ReloginDialog = lazy<ComponentType>(() =>
  withTexts(import('./ReloginDialog.tsx'), 'relogin').catch(() => ({ default: LeaveSession })),
)

/** Asks the user to sign in again above the current page when the session has ended. */
export function Relogin() {
  return (
    useSessionEnd() && (
      <Suspense>
        <ReloginDialog />
      </Suspense>
    )
  )
}

/** Ends the session in this tab. The session guard then leads to the sign-in page. */
function LeaveSession() {
  useEffect(() => {
    returnAddress.keepPresent()
    endSession()
  }, [])
  return null
}
