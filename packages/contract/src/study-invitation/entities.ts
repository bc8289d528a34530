import * as z from 'zod/mini'
import { outcomes } from '../core/outcomes.ts'
import { EdcRoles, ProductGrant, RtsmRoles, TrialRoles } from '../product/protocol.ts'

/** Outcome for one user or address that was authorized or invited. */
export const InvitationOutcome = z.object({
  /** Full name or e-mail address. */
  name: z.string(),
  state: z.enum(outcomes),
  /** Reason in the caller's language; '' if there is nothing to explain. */
  reason: z.string(),
})
export type InvitationOutcome = z.output<typeof InvitationOutcome>

/** Result of an invitation. */
export const InvitationResult = z.object({
  /** Names of users whom the product accepted, and addresses to which an e-mail was sent. */
  success: z.array(z.string()),
  /** Names of all others, each with state and reason. */
  failure: z.array(z.string()),
  /** State of each user and address. Not in the specification. */
  outcomes: z.array(InvitationOutcome),
  /**
   * Users and addresses that the product rejected, for sending them again. Pending ones are retried automatically.
   * Not in the specification.
   */
  retry: z.object({ userList: z.array(z.string()), EmailList: z.array(z.string()) }),
})
export type InvitationResult = z.output<typeof InvitationResult>

/** What a user has in a study and product, or will have. */
export const StudyAuthorization = z.object({
  /** Whether the user is authorized for the study as a whole, and so at every site, including later ones. */
  wholeStudy: z.boolean(),
  /** Number of sites at which the user is authorized individually. */
  siteCount: z.number(),
  /** Names of at most `maxSiteNames` of these sites, first those that the user would lose. */
  siteNames: z.array(z.string()),
  /** Roles in the product; null without any. */
  grant: z.nullable(ProductGrant),
})
export type StudyAuthorization = z.output<typeof StudyAuthorization>

/** A user whose present authorization differs from that of an invitation. */
export const AuthorizationChange = z.object({
  tenantUserId: z.string(),
  name: z.string(),
  /** The addresses in the call that belong to the user. */
  addresses: z.array(z.string()),
  before: StudyAuthorization,
})
export type AuthorizationChange = z.output<typeof AuthorizationChange>

/** Users whose authorization an invitation would replace, and what all of them would have. */
export const InvitationChanges = z.object({
  changes: z.array(AuthorizationChange),
  after: StudyAuthorization,
})
export type InvitationChanges = z.output<typeof InvitationChanges>

/** A site of a study that users can be invited to. */
export const InvitationSite = z.object({ id: z.string(), code: z.string(), name: z.string() })
export type InvitationSite = z.output<typeof InvitationSite>

/** Roles and scopes that a product offers, in the product's own format. The fields depend on its authorization style. */
export const RemoteRoles = z.extend(
  z.partial(z.extend(EdcRoles, { ...RtsmRoles.shape, ...TrialRoles.shape })),
  { authorizationStyle: z.number() },
)
export type RemoteRoles = z.output<typeof RemoteRoles>
