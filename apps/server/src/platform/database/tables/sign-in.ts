import type { Generated } from 'kysely'
import type { Text, Timestamp } from './columns.ts'

/** A signed-in browser. The token itself is stored nowhere. */
export interface SessionTable {
  /** SHA-256 of the token, hex. Nobody is told it: people name sessions by `id`. */
  tokenHash: string
  id: Generated<string>
  userId: string
  createdAt: Timestamp
  /** Slides forward while the session is used, until its lifetime is over. */
  expiresAt: Date
  /** Whether the user held a menu at any call of the session, which makes its lifetime an administrator's. */
  administrator: Generated<boolean>
  lastSeenAt: Timestamp
  endedAt: Date | null
  /** 'other-session': by the user, in another of their sessions. */
  endedReason: 'signed-out' | 'other-session' | 'password' | 'locked' | 'role' | 'administrator' | null
  address: Text
  userAgent: Text
}

/**
 * Failed sign-ins of a name from an address, or from a device that its user is known by. Address '*' counts the name
 * alone, name '' the address alone.
 */
export interface LoginFailureTable {
  nameKey: string
  address: string
  failures: Generated<number>
  /** When counting began: an address counts for a day from then. */
  countedSince: Timestamp
  lastFailedAt: Timestamp
  lockedUntil: Date | null
}

/** A picture shown with a sign-in. It serves once. */
export interface CaptchaTable {
  key: string
  /** Keyed hash of the text in the picture, hex. */
  answerHash: string
  createdAt: Timestamp
  expiresAt: Date
  usedAt: Date | null
}

/** Limits that govern every sign-in: one row, id 1. */
export interface SafeStrategyTable {
  id: Generated<number>
  /** Minutes without a call after which a session ends; 0 means never. */
  validityTime: number
  /** Days a password lives. */
  expiredDay: number
  /** Days before its end that a password is called due. */
  remindDay: number
  rowVersion: Generated<number>
  updatedAt: Timestamp
}

/** A key pair of this deployment; the private half is encrypted under SECRET_KEY. */
export interface ServerKeyTable {
  id: string
  kind: string
  publicKey: string
  privateKeyEncrypted: string
  createdAt: Timestamp
  /** When another took its place; soon after, it is deleted. */
  retiredAt: Generated<Date | null>
}

/** An encrypted password that was accepted, and is not again. */
export interface PasswordNonceTable {
  nonce: string
  /** From when on its age alone has it refused. */
  expiresAt: Date
}

/** The latest code that was sent for a purpose. An earlier one for the same is gone. */
export interface OneTimeCodeTable {
  purpose: 'sign-in' | 'reset' | 'contact-proof' | 'contact' | 'registration'
  /**
   * What the code proves: a key of a phone or user name, which need not be anybody's, a user with the contact that they
   * want, or an invitation with the phone that somebody registers.
   */
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

/** How often a session has written something, while there is a replica. */
export interface SessionWriteTable {
  /** As `session.token_hash`; also of one that nobody knows. */
  sessionHash: string
  writes: number
  /** When it did last. */
  writtenAt: Date
}

/** A link that was sent to an e-mail address, to prove that its user reads it. */
export interface EmailVerificationTable {
  /** SHA-256 of the link's key, hex. */
  keyHash: string
  userId: string
  /** The address that it was sent to, as `app_user.email_key` has it. */
  emailKey: string
  createdAt: Timestamp
  expiresAt: Date
  usedAt: Date | null
}

/** A user as an identity provider knows them. */
export interface UserIdentityTable {
  issuer: string
  subject: string
  userId: string
  createdAt: Timestamp
}
