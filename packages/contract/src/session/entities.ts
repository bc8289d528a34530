import * as z from 'zod/mini'

/** Somebody's sign-in in one browser, as long as it lasts. */
export const Session = z.object({
  id: z.string(),
  /** Browser and system, or the client's own description if it has neither; '' if it is empty. */
  device: z.string(),
  /** The IP address of the sign-in. */
  address: z.string(),
  /** ISO 8601, UTC. */
  signInTime: z.string(),
  /** ISO 8601, UTC; written once a minute at most. */
  lastUseTime: z.string(),
  /** Whether it is the session of this very call. */
  current: z.boolean(),
})
export type Session = z.output<typeof Session>
