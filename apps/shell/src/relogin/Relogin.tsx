import type { Code } from '@atrium/contract'
import { useSessionEnd, withTexts } from '@atrium/shared-api'
import { type ComponentType, lazy, Suspense } from 'react'
import { LeaveSession } from './LeaveSession.tsx'

/** Where the dialog itself cannot be fetched, the sign-in page serves; it leads back here. */
const ReloginDialog = lazy<ComponentType<{ readonly reason: Code }>>(() =>
  withTexts(import('./ReloginDialog.tsx'), 'relogin').catch(() => ({ default: LeaveSession })),
)

/** Asks the user to sign in again where the session has ended, over whatever the page shows. */
export function Relogin() {
  const reason = useSessionEnd()
  return (
    reason && (
      <Suspense>
        <ReloginDialog reason={reason} />
      </Suspense>
    )
  )
}
