import * as z from 'zod/mini'
import { OwnTraining } from '../training/entities.ts'

/** An authorization that a product rejected and that nobody has retried or withdrawn yet. */
export const ProductRefusal = z.object({
  /** Id of the authorization. */
  id: z.string(),
  /** Name of the rejected user in the caller's language. */
  displayName: z.string(),
  email: z.string(),
  /** Product name in the caller's language. */
  softName: z.string(),
  studyName: z.string(),
  /** Reason given by the product; '' without one. */
  reason: z.string(),
  /** Whether earlier grants that the product accepted for this user and study stay in force. */
  keepsEarlier: z.boolean(),
  /** Name of the grantor; '' if the caller may not see it. */
  grantorName: z.string(),
  /** ISO 8601, UTC. */
  refuseTime: z.string(),
  /** Whether the caller may retry or withdraw the authorization. */
  mayDecide: z.boolean(),
})
export type ProductRefusal = z.output<typeof ProductRefusal>

/** State of an authorization in its product. */
const productStates = ['training', 'waiting', 'accepted', 'refused'] as const

/** Result of a retry. */
export const ProductResponse = z.object({
  state: z.enum(productStates),
  /** Why the product did not accept the retry; '' if it did. */
  reason: z.string(),
})
export type ProductResponse = z.output<typeof ProductResponse>

/** An authorization of the caller that its product has not accepted. */
export const OwnRejection = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  /** Product name in the caller's language. */
  softName: z.string(),
  state: z.enum(['waiting', 'refused']),
  /** Colleague in the tenant to contact; '' for the tenant's administrators. */
  contactName: z.string(),
})
export type OwnRejection = z.output<typeof OwnRejection>

/** Number of things in a tenant that the caller has yet to decide on. */
const OpenDecisions = z.object({ tenantId: z.string(), tenantName: z.string(), count: z.number() })

/** Rejections by products and requests for unblinded access, for the landing page. */
export const RejectionNotices = z.object({
  own: z.array(OwnRejection),
  trainings: z.array(OwnTraining),
  /** Rejections to decide on. */
  granted: z.array(OpenDecisions),
  /** Requests for unblinded access to decide on. */
  unblinding: z.array(OpenDecisions),
})
export type RejectionNotices = z.output<typeof RejectionNotices>
