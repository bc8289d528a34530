import * as z from 'zod/mini'

/** What every way of signing in answers. */
export const SignInResponse = z.object({
  token: z.string(),
  /** Whether the password expires within the reminder's days. */
  isOverdue: z.boolean(),
  /** Days until the password expires. */
  nearExpiredDay: z.number(),
})
export type SignInResponse = z.output<typeof SignInResponse>
