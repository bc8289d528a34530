import * as z from 'zod/mini'

/**
 * Ways in which a user can prove their identity, as values of the claim `amr` (RFC 8176): a password, a code sent to
 * the phone.
 */
export const signInMethods = ['pwd', 'sms'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Sign-in of a user in one browser, while it lasts. */
export const Session = z.object({
  id: z.string(),
  /** Browser and operating system, or the client's own description if neither is recognised; '' if it is empty. */
  device: z.string(),
  /** IP address of the sign-in. */
  address: z.string(),
  /** How the user signed in; empty if another identity provider signed them in, or it was not recorded. */
  methods: z.array(z.enum(signInMethods)),
  /** ISO 8601, UTC. */
  signInTime: z.string(),
  /** ISO 8601, UTC; updated at most once a minute. */
  lastUseTime: z.string(),
  /** Whether this is the session of the current call. */
  current: z.boolean(),
})
export type Session = z.output<typeof Session>
