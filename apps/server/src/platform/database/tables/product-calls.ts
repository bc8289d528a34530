import type { Text, Timestamp } from './columns.ts'

/** A signature that a product has used. */
export interface ProductNonceTable {
  softwareId: string
  nonce: string
  expiresAt: Date
}

/** A call to a product. */
export interface ProductCallTable {
  /** Whose business it is; '0' is the platform's. */
  tenantId: string
  id: string
  createdAt: Timestamp
  softwareId: string
  /** Which call of the product, e.g. /atrium/init. */
  path: string
  idempotencyKey: string
  /** How it ended (see linked/call-product.ts); null while it is under way, and where the process died in it. */
  outcome: string | null
  /** The HTTP status of the answer. */
  status: number | null
  durationMs: number | null
  /** Code and message of the product, or what kept it from answering. */
  answer: Text
}
