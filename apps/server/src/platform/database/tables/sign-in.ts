import type { Generated } from 'kysely'
import type { Text, Timestamp } from './columns.ts'

/** A signed-in browser. The token itself is stored nowhere. */
export interface SessionTable {
  /** SHA-256 of the token, hex. No response contains it: people name sessions by `id`. */
  tokenHash: string
  id: Generated<string>
  userId: string
  createdAt: Timestamp
  /** Moves forward while the session is used, until its lifetime is over. */
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

/** A captcha of a sign-in, for one use. */
export interface CaptchaTable {
  key: string
  /** Keyed hash of the text in the picture, hex. */
  answerHash: string
  createdAt: Timestamp
  expiresAt: Date
  usedAt: Date | null
}

/** Limits for every sign-in: one row with id 1. */
export interface SafeStrategyTable {
  id: Generated<number>
  /** Minutes without a call after which a session ends; 0 means never. */
  validityTime: number
  /** Days a password lives. */
  expiredDay: number
  /** Days before its end on which a password counts as due. */
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
  /** When another key replaced it; soon after, it is deleted. */
  retiredAt: Generated<Date | null>
}

/** An encrypted password that was accepted, and will not be again. */
export interface PasswordNonceTable {
  nonce: string
  /** When its age alone suffices to reject it. */
  expiresAt: Date
}

/** The latest code that was sent for a purpose; it replaces the one before. */
export interface OneTimeCodeTable {
  purpose: 'sign-in' | 'reset' | 'contact-proof' | 'contact' | 'registration'
  /**
   * What the code verifies: the key of a phone or user name, which may belong to nobody; a user with their new contact;
   * or an invitation with the phone of a registration.
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

/** How much of something was used since its window began. */
export interface RateLimitTable {
  /** The limit, and to whom it applies. */
  bucket: string
  used: number
  /** End of the window; then counting starts over. */
  endsAt: Date
}

/** How often a session has written, while there is a replica. */
export interface SessionWriteTable {
  /** As `session.token_hash`, also of unknown sessions. */
  sessionHash: string
  writes: number
  /** Time of the last write. */
  writtenAt: Date
}

/** A link that was sent to an e-mail address to verify it. */
export interface EmailVerificationTable {
  /** SHA-256 of the link's key, hex. */
  keyHash: string
  userId: string
  /** The address, as in `app_user.email_key`. */
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
