import type { Generated } from 'kysely'
import type { Text, Timestamp } from './columns.ts'

/** An SMS or e-mail. */
export interface MessageTable {
  /** The tenant that it concerns; '0' is the platform. */
  tenantId: Generated<string>
  id: string
  kind: 'email' | 'sms'
  /** Name of its template. */
  template: string
  /** The product that it speaks for; null for the suite itself. */
  softwareId: string | null
  /** E-mail address or phone number. */
  recipient: string
  /** '' for an SMS. */
  subject: Text
  /** Content, encrypted under SECRET_KEY; null once it was wiped. */
  bodyEncrypted: string | null
  language: string
  /** Identifies repetitions to the recipient's server: Message-ID of an e-mail, idempotency key of an SMS. */
  reference: string
  state: Generated<'waiting' | 'sending' | 'delivered' | 'failed'>
  /** Attempts begun. */
  sendCount: Generated<number>
  maxSendCount: number
  /** Always 'infinity', for servers of 0.1.0, which also look for messages by it. */
  nextTryAt: Timestamp
  createdAt: Timestamp
  deliveredAt: Date | null
  /** When the code, key or password in it expires; null without one. */
  expiresAt: Date | null
  wipedAt: Date | null
  /** When somebody last sent it again. */
  resentAt: Generated<Date | null>
}

/** One attempt to send a message, or its end by expiry. */
export interface MessageAttemptTable {
  tenantId: string
  id: string
  messageId: string
  at: Timestamp
  /** Null during the attempt; it stays null if the process died and the outcome is unknown. */
  outcome: 'delivered' | 'deferred' | 'unreachable' | 'unanswered' | 'refused' | 'expired' | null
  /** Response of the other server, without secrets. */
  answer: Text
}
