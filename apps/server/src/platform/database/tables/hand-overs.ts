import type { TenantKey, Timestamp } from './columns.ts'

/** A user on the way into a product, with a code for one use. */
export interface HandOverTable extends TenantKey {
  createdAt: Timestamp
  /** SHA-256 of the code in the address for computers, in hexadecimal. */
  codeHash: string
  /** Page at which the product receives the code, as written by `pageAddress`; null in rows of 0.1.0. */
  address: string | null
  /** Hash and page for phones. Each address has a code of its own. */
  mobileCodeHash: string | null
  mobileAddress: string | null
  softwareId: string
  /** Domain at which the product is opened. */
  tenantUrlId: string
  /** Study to open; null for the product as a whole. */
  studyUrlId: string | null
  userId: string
  /** Hash of the session in which the user opened the product. */
  sessionHash: string | null
  expiresAt: Date
  /** Time at which the product redeemed the code; null until then. */
  usedAt: Date | null
}
