import * as z from 'zod/mini'
import { StudyRole } from '../product/protocol.ts'
import { InvitationSite, RemoteRoles } from '../study-invitation/entities.ts'

/**
 * States of a request for access. `expired`: nobody answered in time. `ended`: the requester left the tenant, or the
 * study no longer uses the product.
 */
export const accessRequestStates = [
  'requested',
  'approved',
  'declined',
  'withdrawn',
  'expired',
  'ended',
] as const
export type AccessRequestState = (typeof accessRequestStates)[number]

/** Studies that members of a tenant may ask for: none, those in which they already have access, or all. */
export const accessRequestScopes = ['none', 'own', 'all'] as const
export type AccessRequestScope = (typeof accessRequestScopes)[number]

/** Rules for access requests in a tenant that has not saved its own. */
export const defaultAccessRequestRules = { scope: 'own', days: 14 } as const

/** A tenant’s rules for access requests, under the tenant’s id. */
export const AccessRequestRules = z.object({
  id: z.string(),
  scope: z.enum(accessRequestScopes),
  /** Days after which an unanswered request expires. */
  days: z.number(),
  /** 0 before the first save. */
  rowVersion: z.number(),
})
export type AccessRequestRules = z.output<typeof AccessRequestRules>

/** A study in a product for which the caller may ask for access. It has no more facts than are needed to ask. */
export const AskableStudy = z.object({
  studyUrlId: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  tenantName: z.string(),
  /** Product name in the caller's language. */
  softName: z.string(),
  /** See `authorizationStyles`. */
  authorizationStyle: z.number(),
})
export type AskableStudy = z.output<typeof AskableStudy>

/** Roles and sites from which the caller chooses. Depots and the sites of eTMF are those of the product. */
export const AskableOptions = z.object({ roles: RemoteRoles, sites: z.array(InvitationSite) })
export type AskableOptions = z.output<typeof AskableOptions>

/** One role in a study and product, with its sites and period. */
export const WantedAccess = z.extend(z.omit(StudyRole, { siteIds: true, unblindingReason: true }), {
  /** Module role in EDC, tenant role in CTMS and eTMF, '' in RTSM. */
  generalRoleId: z.string(),
  generalRoleName: z.string(),
  unblindingReason: z.string(),
  /** Sites of the study, or eTMF's own; none for the study as a whole or for depots only. */
  siteIds: z.array(z.string()),
  /** Names of at most `maxSiteNames` of these sites. */
  siteNames: z.array(z.string()),
  allSites: z.boolean(),
  /** First and last day as yyyy-MM-dd; '' for no limit. */
  accessFrom: z.string(),
  accessUntil: z.string(),
})
export type WantedAccess = z.output<typeof WantedAccess>

/** A request for access. Names of study and person are those at the time of the request. */
export const AskedAccess = z.object({
  id: z.string(),
  tenantId: z.string(),
  rowVersion: z.number(),
  tenantName: z.string(),
  studyUrlId: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  softName: z.string(),
  /** See `authorizationStyles`; 0 if the product no longer exists. */
  authorizationStyle: z.number(),
  personName: z.string(),
  wanted: WantedAccess,
  /** What was approved; null without an approval. */
  granted: z.nullable(WantedAccess),
  reason: z.string(),
  state: z.enum(accessRequestStates),
  /** ISO 8601, UTC, like the other times. */
  requestTime: z.string(),
  expireTime: z.string(),
  /** '' without a decision. */
  deciderName: z.string(),
  decideTime: z.string(),
  decisionReason: z.string(),
  /** Whether the caller may approve or decline the request. */
  mayDecide: z.boolean(),
  /** What the person has in the study and product now, by role; empty unless the caller may decide. */
  present: z.array(WantedAccess),
})
export type AskedAccess = z.output<typeof AskedAccess>

/** Result of an approval: the product's response, or that a second person has to approve unblinded access. */
export const AccessRequestResponse = z.object({
  state: z.enum(['approval', 'planned', 'training', 'waiting', 'accepted', 'refused']),
  /** Why it does not apply yet; '' if it does. */
  reason: z.string(),
})
export type AccessRequestResponse = z.output<typeof AccessRequestResponse>

/** What the first page shows about requests. */
export const AccessRequestNotices = z.object({
  /** Whether the caller may ask for access to any study. */
  mayAsk: z.boolean(),
  /** Whether the caller has ever asked. */
  hasAsked: z.boolean(),
  /** Numbers of requests that the caller may answer, by tenant. */
  open: z.array(z.object({ tenantId: z.string(), tenantName: z.string(), count: z.number() })),
})
export type AccessRequestNotices = z.output<typeof AccessRequestNotices>
