import { lazy } from 'react'

// One file for both: who needs the one has often needed the other, and neither shows on the first page.

/** The form of signing in by SMS. To stand in a Suspense. */
export const SmsForm = lazy(() => import(/* webpackChunkName: "one-time-code" */ './sms/SmsForm.tsx'))

/** A one-time code's input with the button that has one sent. To stand in a Suspense, within a `SchemaForm`. */
export const CodeField = lazy(() => import(/* webpackChunkName: "one-time-code" */ './code/CodeField.tsx'))
