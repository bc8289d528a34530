import * as z from 'zod/mini'

/** Sign-in of a user in one browser, while it lasts. */
export const Session = z.object({
  id: z.string(),
  /** Browser and operating system, or the client's own description if neither is recognised; '' if it is empty. */
  device: z.string(),
  /** IP address of the sign-in. */
  address: z.string(),
  /** ISO 8601, UTC. */
  signInTime: z.string(),
  /** ISO 8601, UTC; updated at most once a minute. */
  lastUseTime: z.string(),
  /** Whether this is the session of the current call. */
  current: z.boolean(),
})
export type Session = z.output<typeof Session>
