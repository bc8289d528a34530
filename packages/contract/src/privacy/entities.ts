import * as z from 'zod/mini'

/** Who wants a person pseudonymised: the person, a tenant, or the platform because the purpose has ended. */
export const privacyGrounds = ['person', 'tenant', 'ended'] as const
export type PrivacyGround = (typeof privacyGrounds)[number]

export const privacyRequestStates = ['requested', 'approved', 'declined', 'withdrawn'] as const
export type PrivacyRequestState = (typeof privacyRequestStates)[number]

/**
 * What keeps a person from being pseudonymised: the account is not locked or has an active membership, a legal hold
 * applies, or a message is being sent.
 */
export const privacyObstacles = ['unlocked', 'membership', 'hold', 'message'] as const
export type PrivacyObstacle = (typeof privacyObstacles)[number]

/** A request to pseudonymise a person. */
export const PrivacyRequest = z.object({
  id: z.string(),
  userId: z.string(),
  /** The person's full name and user name now: the pseudonym once it is approved. */
  fullName: z.string(),
  userName: z.string(),
  ground: z.enum(privacyGrounds),
  reason: z.string(),
  state: z.enum(privacyRequestStates),
  requesterName: z.string(),
  /** ISO 8601, UTC, like the other times. */
  requestTime: z.string(),
  /** '' without a decision. */
  deciderName: z.string(),
  decideTime: z.string(),
  decisionReason: z.string(),
  /** '' unless approved. */
  pseudonym: z.string(),
  /** What keeps an open request from being approved now. */
  obstacles: z.array(z.enum(privacyObstacles)),
  /** Whether the caller may approve or decline the request. */
  mayDecide: z.boolean(),
  /** Whether the caller may withdraw the request. */
  mayWithdraw: z.boolean(),
  rowVersion: z.number(),
})
export type PrivacyRequest = z.output<typeof PrivacyRequest>

/** Kinds of data about a person, in the order in which they are shown and exported. */
export const personalKinds = [
  'account',
  'membership',
  'authorization',
  'invitation',
  'accessRequest',
  'training',
  'unblinding',
  'inspection',
  'review',
  'signature',
  'session',
  'message',
  'event',
] as const
export type PersonalKind = (typeof personalKinds)[number]

/** What becomes of a kind of data when its person is pseudonymised: replaced, or kept behind the pseudonym. */
export const pseudonymisations = ['replaced', 'masked'] as const

/** What Atrium stores about a person. */
export const PersonalData = z.object({
  userId: z.string(),
  fullName: z.string(),
  userName: z.string(),
  /** Whether a pseudonym replaces the names. */
  isPseudonymised: z.boolean(),
  kinds: z.array(
    z.object({
      kind: z.enum(personalKinds),
      /** Number of rows that the caller may see. */
      count: z.number(),
      becomes: z.enum(pseudonymisations),
    }),
  ),
  obstacles: z.array(z.enum(privacyObstacles)),
  /** Products in which the person has or had access, which store data of their own. */
  products: z.array(z.string()),
})
export type PersonalData = z.output<typeof PersonalData>

/** What a legal hold holds. */
export const holdScopes = ['person', 'study', 'tenant'] as const
export type HoldScope = (typeof holdScopes)[number]

/** Whether a legal hold still applies. */
export const holdStates = ['active', 'released'] as const

/** A legal hold. */
export const LegalHold = z.object({
  id: z.string(),
  scope: z.enum(holdScopes),
  heldTenant: z.string(),
  heldStudy: z.string(),
  heldPerson: z.string(),
  /** Name of the person, study or tenant; '' if it no longer exists. */
  subjectName: z.string(),
  name: z.string(),
  reason: z.string(),
  placerName: z.string(),
  /** ISO 8601, UTC. */
  placeTime: z.string(),
  /** '' while the hold applies. */
  releaserName: z.string(),
  releaseTime: z.string(),
  releaseReason: z.string(),
  rowVersion: z.number(),
})
export type LegalHold = z.output<typeof LegalHold>

/** Kinds of data with their own retention. */
export const retentionKinds = [
  'session',
  'message',
  'productCall',
  'jobLog',
  'releaseReport',
  'signInSecret',
  'account',
  'auditTrail',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** How long a kind of data is stored, and what deletes it. */
export const KindRetention = z.object({
  kind: z.enum(retentionKinds),
  /** Days for which the data is stored after its end; 0 if no job deletes it. */
  days: z.number(),
  /** Setting of the profile, such as `retention.sessionDays`; '' if it is fixed. */
  setting: z.string(),
  /** Job that deletes it; '' for the maintenance of every minute, or if nothing does. */
  jobName: z.string(),
  /** Whether a legal hold keeps it. */
  isHeld: z.boolean(),
})
export type KindRetention = z.output<typeof KindRetention>
