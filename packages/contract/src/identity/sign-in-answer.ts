import * as z from 'zod/mini'

/** The response of every way of signing in. */
export const SignInResponse = z.object({
  token: z.string(),
  /** Whether the password expires within the reminder's days. */
  isOverdue: z.boolean(),
  /** Days until the password expires. */
  nearExpiredDay: z.number(),
})
export type SignInResponse = z.output<typeof SignInResponse>
