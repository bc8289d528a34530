import type { Generated } from 'kysely'
import type { Stamp } from './columns.ts'

/** The latest code that was sent for a purpose. An earlier one for the same is gone. */
export interface OneTimeCodeTable {
  purpose: 'sign-in' | 'reset' | 'contact-proof' | 'contact'
  /** What the code proves: a key of a phone or user name, which need not be anybody's, or whose contact is changed. */
  subject: string
  /** Keyed hash of the code, hex. */
  codeHash: string
  sentAt: Date
  expiresAt: Date
  /** Tries begun. */
  tries: Generated<number>
  usedAt: Date | null
}

/** How much of something has been used since its window began. */
export interface RateLimitTable {
  /** What is limited, and for whom. */
  bucket: string
  used: number
  /** When the window ends and counting begins anew. */
  endsAt: Date
}

/** A link that was sent to an e-mail address, to prove that its user reads it. */
export interface EmailVerificationTable {
  /** SHA-256 of the link's key, hex. */
  keyHash: string
  userId: string
  /** The address that it was sent to, as `app_user.email_key` has it. */
  emailKey: string
  createdAt: Stamp
  expiresAt: Date
  usedAt: Date | null
}

/** A user as an identity provider knows them. */
export interface UserIdentityTable {
  issuer: string
  subject: string
  userId: string
  createdAt: Stamp
}
