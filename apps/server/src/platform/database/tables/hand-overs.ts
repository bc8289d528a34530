import type { TenantKey, Timestamp } from './columns.ts'

/** A user on the way into a product, with a code for one use. */
export interface HandOverTable extends TenantKey {
  createdAt: Timestamp
  /** SHA-256 of the code in the address for computers, in hexadecimal. */
  codeHash: string
  /** The page at which the product receives that code, as `pageAddress` writes it; null in rows of 0.1.0. */
  address: string | null
  /** The same for phones: each address has a code of its own. */
  mobileCodeHash: string | null
  mobileAddress: string | null
  softwareId: string
  /** The domain at which the product is opened. */
  tenantUrlId: string
  /** The study that is opened; null for the product as a whole. */
  studyUrlId: string | null
  userId: string
  /** Hash of the session in which the user opened the product. */
  sessionHash: string | null
  expiresAt: Date
  /** When the product redeemed the code; null until then. */
  usedAt: Date | null
}
