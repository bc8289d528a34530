import * as z from 'zod/mini'

/** Response of every way to sign in. */
export const SignInResponse = z.object({
  token: z.string(),
  /** Whether the password expires within the reminder period. */
  isOverdue: z.boolean(),
  /** Days until the password expires. */
  nearExpiredDay: z.number(),
})
export type SignInResponse = z.output<typeof SignInResponse>
