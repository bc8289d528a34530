import { lazyPart } from '../base/lazyPart.tsx'
import type { CodeFieldProps } from './code/CodeField.tsx'
import type { SignInFormProps } from './form-props.ts'
import { PartFailed } from './part/PartFailed.tsx'

// One chunk for both: they are often needed together, and neither is on the first page.

/** The form of signing in by SMS. To stand in a Suspense. */
export const SmsForm = lazyPart<SignInFormProps>(
  () => import(/* webpackChunkName: "one-time-code" */ './sms/SmsForm.tsx'),
  PartFailed,
)

/** The input of a one-time code with the button that sends it, within a Suspense and a `SchemaForm`. */
export const CodeField = lazyPart<CodeFieldProps>(
  () => import(/* webpackChunkName: "one-time-code" */ './code/CodeField.tsx'),
  PartFailed,
)
