import * as z from 'zod/mini'

/** An authorization that a product rejected, which nobody has tried again or taken back yet. */
export const ProductRefusal = z.object({
  /** Of the authorization. */
  id: z.string(),
  /** The name of the rejected person, in the caller's language. */
  displayName: z.string(),
  email: z.string(),
  /** In the caller's language. */
  softName: z.string(),
  studyName: z.string(),
  /** The product's words; '' if it gave none. */
  reason: z.string(),
  /** Whether the product keeps what it accepted for this person and study before. */
  keepsEarlier: z.boolean(),
  /** The grantor; '' if the caller may not know them. */
  grantorName: z.string(),
  /** ISO 8601, UTC. */
  refuseTime: z.string(),
  /** Whether the caller may try it again or take it back. */
  mayDecide: z.boolean(),
})
export type ProductRefusal = z.output<typeof ProductRefusal>

/** How far an authorization has come in its product. */
const productStates = ['waiting', 'accepted', 'refused'] as const

/** Result of a retry. */
export const ProductResponse = z.object({
  state: z.enum(productStates),
  /** Why it was not accepted; '' if it was. */
  reason: z.string(),
})
export type ProductResponse = z.output<typeof ProductResponse>

/** An authorization of the caller's own that its product has not accepted. */
export const OwnRejection = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  /** In the caller's language. */
  softName: z.string(),
  state: z.enum(['waiting', 'refused']),
  /** Whom to ask, a colleague in the tenant; '' for its administrators. */
  contactName: z.string(),
})
export type OwnRejection = z.output<typeof OwnRejection>

/** How many rejections of a tenant wait for a decision of the caller's. */
const OpenRejections = z.object({ tenantId: z.string(), tenantName: z.string(), count: z.number() })

/** Rejections of products, for the first page. */
export const RejectionNotices = z.object({ own: z.array(OwnRejection), granted: z.array(OpenRejections) })
export type RejectionNotices = z.output<typeof RejectionNotices>
