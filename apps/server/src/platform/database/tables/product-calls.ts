import type { Text, Timestamp } from './columns.ts'

/** A signature that a product has already used. */
export interface ProductNonceTable {
  softwareId: string
  nonce: string
  expiresAt: Date
}

/** A call to a product. */
export interface ProductCallTable {
  /** Tenant that the call concerns; '0' is the platform. */
  tenantId: string
  id: string
  createdAt: Timestamp
  softwareId: string
  /** Path of the call, e.g. /atrium/init. */
  path: string
  idempotencyKey: string
  /** Outcome (see linked/call-product.ts); null during the call, or if the process died during it. */
  outcome: string | null
  /** HTTP status of the response. */
  status: number | null
  durationMs: number | null
  /** Code and message of the product, or why there was no response. */
  answer: Text
  /** Number of people whose rights the call sends; null for other calls. */
  people: number | null
  /** Number of these people whose rights the product confirmed; null without a response. */
  confirmed: number | null
}
