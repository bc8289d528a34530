import type { SignInMethod } from '@atrium/contract'
import type { Generated } from 'kysely'
import type { Text, Timestamp } from './columns.ts'

/** A signed-in browser. The token itself is stored nowhere. */
export interface SessionTable {
  /** SHA-256 of the token, hex. No response contains it, because people identify sessions by `id`. */
  tokenHash: string
  id: Generated<string>
  userId: string
  createdAt: Timestamp
  /** Expiry, which moves forward while the session is used, until its lifetime is over. */
  expiresAt: Date
  /** Whether the user had a menu at any call of the session, which gives it an administrator's lifetime. */
  administrator: Generated<boolean>
  lastSeenAt: Timestamp
  endedAt: Date | null
  /** 'other-session' means that the user ended it from another session. */
  endedReason: 'signed-out' | 'other-session' | 'password' | 'locked' | 'role' | 'administrator' | null
  address: Text
  userAgent: Text
  /** How the user signed in; empty if another identity provider signed them in. */
  methods: Generated<SignInMethod[]>
}

/**
 * Failed sign-ins of a name from an address, or from a known device of the user. Address '*' counts the name only,
 * and name '' the address only.
 */
export interface LoginFailureTable {
  nameKey: string
  address: string
  failures: Generated<number>
  /** Start of the count. An address counts for a day from then. */
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
  /** Lifetime of a password, in days. */
  expiredDay: number
  /** Days before its expiry from which a password counts as due. */
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
  /** Time at which another key replaced it. It is deleted soon after. */
  retiredAt: Generated<Date | null>
}

/** The nonce of an encrypted password, which is accepted only once. */
export interface PasswordNonceTable {
  nonce: string
  /** Time from which the password is rejected because of its age. */
  expiresAt: Date
}

/** The latest code sent for a purpose. It replaces the previous one. */
export interface OneTimeCodeTable {
  purpose: 'sign-in' | 'reset' | 'contact-proof' | 'contact' | 'registration'
  /**
   * What the code verifies: the key of a phone or user name, which may belong to nobody; a user with the new contact;
   * or an invitation with the phone of a registration.
   */
  subject: string
  /** Keyed hash of the code, hex. */
  codeHash: string
  sentAt: Date
  expiresAt: Date
  /** Number of attempts begun. */
  tries: Generated<number>
  usedAt: Date | null
}

/** Use of a limit in its current window. */
export interface RateLimitTable {
  /** The limit, and to whom it applies. */
  bucket: string
  used: number
  /** End of the window, after which counting starts again. */
  endsAt: Date
}

/** Number of writes of a session, counted while there is a replica. */
export interface SessionWriteTable {
  /** Same hash as `session.token_hash`, but also of unknown sessions. */
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

/** A user as identified by an identity provider. */
export interface UserIdentityTable {
  issuer: string
  subject: string
  userId: string
  createdAt: Timestamp
}
