import * as z from 'zod/mini'

/**
 * States of unblinded access. `requested`: waits for a second person. `approved`: the product has not accepted it yet,
 * or the invitation has not been accepted. `withdrawn`: taken back or replaced before anybody decided.
 */
export const unblindingStates = ['requested', 'approved', 'active', 'ended', 'declined', 'withdrawn'] as const
export type UnblindingState = (typeof unblindingStates)[number]

/** An unblinded role, with what it is for. */
const UnblindedRole = z.object({
  /** In the product's own format (see `Named` in product/protocol.ts), or the role's id without a name. */
  roleName: z.string(),
  reason: z.string(),
  siteCount: z.number(),
  /** Names of at most `maxSiteNames` sites of the study. */
  siteNames: z.array(z.string()),
  /** Number of depots. */
  stockHouseCount: z.number(),
})

/** Unblinded access in the register. Names of study and person are those at the time of the request. */
export const Unblinding = z.object({
  id: z.string(),
  tenantId: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  /** Product name in the caller's language. */
  softName: z.string(),
  /** Full name, or the invited e-mail address. */
  personName: z.string(),
  roles: z.array(UnblindedRole),
  /** First and last day for which the access was requested; '' for no limit. */
  accessFrom: z.string(),
  accessUntil: z.string(),
  state: z.enum(unblindingStates),
  /** '' if it is not known. */
  requesterName: z.string(),
  /** ISO 8601, UTC. */
  requestTime: z.string(),
  /** '' without a decision. */
  deciderName: z.string(),
  decideTime: z.string(),
  decisionReason: z.string(),
  /** When access began and ended (ISO 8601, UTC); '' if it did not. */
  beginTime: z.string(),
  endTime: z.string(),
  /** Whether the caller may approve or decline the request. */
  mayDecide: z.boolean(),
  /** Whether the caller made the open request, and so may withdraw it. */
  mayWithdraw: z.boolean(),
})
export type Unblinding = z.output<typeof Unblinding>

/** Result of an approval. */
export const UnblindingResponse = z.object({
  /** `sent` if the person has not accepted the invitation yet; otherwise the product's response. */
  state: z.enum(['sent', 'planned', 'training', 'waiting', 'accepted', 'refused']),
  /** Why it does not apply yet; '' if it does. */
  reason: z.string(),
})
export type UnblindingResponse = z.output<typeof UnblindingResponse>
