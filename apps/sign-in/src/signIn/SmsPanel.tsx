import { type SignInFormProps, SmsForm } from '@atrium/ui-kit/sign-in'
import { Suspense } from 'react'

/** The form of signing in by SMS, fetched when it is shown first. */
export function SmsPanel(form: SignInFormProps) {
  return (
    <Suspense fallback={<div className="sms-waiting" />}>
      <SmsForm {...form} />
    </Suspense>
  )
}
