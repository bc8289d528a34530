import { NewPassword, textKey } from '@atrium/contract'
import * as z from 'zod/mini'

/** A new password and its repetition. */
export const ResetForm = z
  .object({
    password: NewPassword,
    rePassword: z.string(textKey('rule.required')).check(z.minLength(1, textKey('rule.required'))),
  })
  .check(
    z.refine((form) => form.rePassword === form.password, {
      error: textKey('rule.passwordMismatch'),
      path: ['rePassword'],
    }),
  )
