import * as z from 'zod/mini'

/**
 * Kinds of access: a system role, a membership of a tenant, a tenant role with a period of its own, and an authorization
 * for a study in a product.
 */
export const accessKinds = ['system', 'member', 'role', 'study'] as const
export type AccessKind = (typeof accessKinds)[number]

/**
 * State of access at an instant. `current` is the only one that gives access. `training`: a required training is
 * missing. `waiting`: the product has not accepted it yet. `invited`: the person has not accepted the invitation. `disabled`: the membership or the role is. `locked`: the
 * account is.
 */
export const accessStates = [
  'current',
  'upcoming',
  'training',
  'waiting',
  'invited',
  'refused',
  'disabled',
  'locked',
  'ended',
] as const
export type AccessState = (typeof accessStates)[number]

/** How access differs from that at the earlier instant. */
export const accessChanges = ['added', 'removed', 'changed'] as const
export type AccessChange = (typeof accessChanges)[number]

/** What is compared between two instants. */
const compared = {
  /** Names of the roles; empty for none. */
  roles: z.array(z.string()),
  /** Blinding of the roles in RTSM (see `blinding`); null elsewhere. */
  isBlind: z.nullable(z.number()),
  state: z.enum(accessStates),
  /** First and last day in the time zone of the deployment's profile; '' for no limit. */
  accessFrom: z.string(),
  accessUntil: z.string(),
}

/** Access of a person, with names as they were at the instant. */
export const AccessRow = z.object({
  id: z.string(),
  kind: z.enum(accessKinds),
  /** '' for a pending invitation. */
  userId: z.string(),
  /** Id of a pending invitation; '' for any other row. */
  invitationId: z.string(),
  fullName: z.string(),
  /** User name, or the invited address. */
  userName: z.string(),
  /** `globalTenantId` for system roles. */
  tenantId: z.string(),
  tenantName: z.string(),
  /** '' unless it is for a study, like the product. */
  studyId: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  /** '' for the whole study. */
  siteId: z.string(),
  siteName: z.string(),
  softwareId: z.string(),
  softName: z.string(),
  ...compared,
  /** When the person got it, ISO 8601, UTC. */
  since: z.string(),
  /** Who gave it: full name and user name; '' if it is not known, or nobody did. */
  grantedBy: z.string(),
  reason: z.string(),
  /** Last sign-in until the instant, ISO 8601, UTC; '' for none. */
  lastSignIn: z.string(),
  /** Only if two instants are compared. */
  change: z.optional(z.enum(accessChanges)),
  /** What was there at the earlier instant, for `changed`. */
  before: z.optional(z.object(compared)),
})
export type AccessRow = z.output<typeof AccessRow>
