import type { Generated } from 'kysely'
import type { Text, Timestamp } from './columns.ts'

/** An SMS or an e-mail, from the moment that something causes it. */
export interface MessageTable {
  /** Whose business it is; '0' is the platform's. */
  tenantId: Generated<string>
  id: string
  kind: 'email' | 'sms'
  /** Name of the template that it was written from. */
  template: string
  /** The product that it speaks for; null for the suite itself. */
  softwareId: string | null
  /** E-mail address or phone number. */
  recipient: string
  /** '' for an SMS. */
  subject: Text
  /** What it says, encrypted under SECRET_KEY; null once it was wiped. */
  bodyEncrypted: string | null
  language: string
  /** What the other side knows a repeat by: the Message-ID of an e-mail, the idempotency key of an SMS. */
  reference: string
  state: Generated<'waiting' | 'sending' | 'delivered' | 'failed'>
  /** Attempts begun. */
  sendCount: Generated<number>
  maxSendCount: number
  /** Always 'infinity', for servers of 0.1.0, which also look for messages by it. */
  nextTryAt: Timestamp
  createdAt: Timestamp
  deliveredAt: Date | null
  /** When the code, key or password in it ends; null for a message without one. */
  expiresAt: Date | null
  wipedAt: Date | null
  /** When somebody last had it sent again. */
  resentAt: Generated<Date | null>
}

/** One attempt to send a message, or its end by expiry. */
export interface MessageAttemptTable {
  tenantId: string
  id: string
  messageId: string
  at: Timestamp
  /** Null while it is under way; it stays so when the process died and nobody knows how it ended. */
  outcome: 'delivered' | 'deferred' | 'unreachable' | 'unanswered' | 'refused' | 'expired' | null
  /** What the other side said, without any secret. */
  answer: Text
}
