import * as z from 'zod/mini'
import { outcomes } from '../core/outcomes.ts'
import { EdcRoles, RtsmRoles, TrialRoles } from '../product/protocol.ts'

/** Outcome for one person or address that was authorized or invited. */
export const InvitationOutcome = z.object({
  /** A full name or an address. */
  name: z.string(),
  state: z.enum(outcomes),
  /** Why, in the caller's language; '' if there is nothing to add. */
  reason: z.string(),
})
export type InvitationOutcome = z.output<typeof InvitationOutcome>

/** Result of an invitation. */
export const InvitationResult = z.object({
  /** The names of those whom the product accepted, and the addresses that an e-mail was sent to. */
  success: z.array(z.string()),
  /** The names of all others, each with its state and the reason. */
  failure: z.array(z.string()),
  /** An addition: each person and address with its state. */
  outcomes: z.array(InvitationOutcome),
  /** An addition: those whom the product rejected, to be sent again. Those who wait for it are retried automatically. */
  retry: z.object({ userList: z.array(z.string()), EmailList: z.array(z.string()) }),
})
export type InvitationResult = z.output<typeof InvitationResult>

/** A site of a study, as people are invited to it. */
export const InvitationSite = z.object({ id: z.string(), code: z.string(), name: z.string() })
export type InvitationSite = z.output<typeof InvitationSite>

/** Roles and scopes that a product offers, in its own form and names; the fields depend on its style. */
export const RemoteRoles = z.extend(
  z.partial(z.extend(EdcRoles, { ...RtsmRoles.shape, ...TrialRoles.shape })),
  { authorizationStyle: z.number() },
)
export type RemoteRoles = z.output<typeof RemoteRoles>
