import { endSession, returnAddress, useSessionEnd, withTexts } from '@atrium/shared-api'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'

/** Where the dialog itself cannot be fetched, the sign-in page serves; it leads back here. */
const ReloginDialog = lazy<ComponentType>(() =>
  withTexts(import('./ReloginDialog.tsx'), 'relogin').catch(() => ({ default: LeaveSession })),
)

/** Asks the user to sign in again where the session has ended, over whatever the page shows. */
export function Relogin() {
  return (
    useSessionEnd() && (
      <Suspense>
        <ReloginDialog />
      </Suspense>
    )
  )
}

/** Ends the session here; the guard then leads to the sign-in page. */
function LeaveSession() {
  useEffect(() => {
    returnAddress.keepPresent()
    endSession()
  }, [])
  return null
}
