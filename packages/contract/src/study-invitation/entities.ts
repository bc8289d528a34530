import * as z from 'zod/mini'

/** What came of an invitation. */
export const InvitationResult = z.object({
  /** Names or addresses. */
  success: z.array(z.string()),
  /** The same, each with the reason behind it. */
  failure: z.array(z.string()),
  /** An addition: whom to send again, to try those alone who failed. */
  retry: z.object({ userList: z.array(z.string()), EmailList: z.array(z.string()) }),
})
export type InvitationResult = z.output<typeof InvitationResult>
