import { NewPassword } from '@atrium/contract'
import * as z from 'zod/mini'

/** A new password and its repetition. */
export const ResetForm = z
  .object({
    password: NewPassword,
    rePassword: z.string('rule.required').check(z.minLength(1, 'rule.required')),
  })
  .check(
    z.refine((form) => form.rePassword === form.password, {
      error: 'rule.passwordMismatch',
      path: ['rePassword'],
    }),
  )
