import * as z from 'zod/mini'
import { EdcRoles, RtsmRoles, TrialRoles } from '../product/protocol.ts'

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

/** A site of a study, as people are invited to it. */
export const InvitationSite = z.object({ id: z.string(), code: z.string(), name: z.string() })
export type InvitationSite = z.output<typeof InvitationSite>

/** What a product has to give people, in the product's own form and names: what is there goes by its style. */
export const RemoteRoles = z.extend(
  z.partial(z.extend(EdcRoles, { ...RtsmRoles.shape, ...TrialRoles.shape })),
  { authorizationStyle: z.number() },
)
export type RemoteRoles = z.output<typeof RemoteRoles>
