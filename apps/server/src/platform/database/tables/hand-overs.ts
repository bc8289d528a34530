import type { TenantKey, Timestamp } from './columns.ts'

/** Somebody on their way into a product, with a code that is good once. */
export interface HandOverTable extends TenantKey {
  createdAt: Timestamp
  /** SHA-256 of the code in the address for computers, in hexadecimal. */
  codeHash: string
  /** The page at which the product receives that code, as `pageAddress` writes it; null of the version before. */
  address: string | null
  /** The same for phones: each address has a code of its own. */
  mobileCodeHash: string | null
  mobileAddress: string | null
  softwareId: string
  /** The domain at which the product is opened. */
  tenantUrlId: string
  /** The study that is opened; null for the product alone. */
  studyUrlId: string | null
  userId: string
  /** The hash of the session in which they set out; null of a version before it was kept. */
  sessionHash: string | null
  expiresAt: Date
  /** When the product redeemed it; null while it has not. */
  usedAt: Date | null
}
