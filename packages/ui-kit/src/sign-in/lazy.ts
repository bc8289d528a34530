import { lazyPart } from '../base/lazy-part.tsx'
import type { CodeFieldProps } from './code/CodeField.tsx'
import type { SignInFormProps } from './form-props.ts'
import { PartFailed } from './part/PartFailed.tsx'

// Both share one chunk: they are often needed together, and the first page needs neither.

/** The form for signing in by SMS. Must be inside a Suspense. */
export const SmsForm = lazyPart<SignInFormProps>(
  () => import(/* webpackChunkName: "one-time-code" */ './sms/SmsForm.tsx'),
  PartFailed,
)

/** The input for a one-time code with the button that sends it. Must be inside a Suspense and a `SchemaForm`. */
export const CodeField = lazyPart<CodeFieldProps>(
  () => import(/* webpackChunkName: "one-time-code" */ './code/CodeField.tsx'),
  PartFailed,
)
