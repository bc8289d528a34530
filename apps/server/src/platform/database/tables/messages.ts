import type { Generated } from 'kysely'
import type { Text, Timestamp } from './columns.ts'

/** An SMS or e-mail. */
export interface MessageTable {
  /** Tenant that the message concerns; '0' is the platform. */
  tenantId: Generated<string>
  id: string
  kind: 'email' | 'sms'
  /** Name of the message's template. */
  template: string
  /** Product on whose behalf the message is sent; null for the suite itself. */
  softwareId: string | null
  /** E-mail address or phone number. */
  recipient: string
  /** '' for an SMS. */
  subject: Text
  /** Content, encrypted under SECRET_KEY; null after it was wiped. */
  bodyEncrypted: string | null
  language: string
  /** Identifies repetitions to the recipient's server: Message-ID of an e-mail, idempotency key of an SMS. */
  reference: string
  state: Generated<'waiting' | 'sending' | 'delivered' | 'failed'>
  /** Number of attempts begun. */
  sendCount: Generated<number>
  maxSendCount: number
  /** Always 'infinity', for servers of 0.1.0, which also use it to find pending messages. */
  nextTryAt: Timestamp
  createdAt: Timestamp
  deliveredAt: Date | null
  /** Expiry of the code, key or password in the message; null if there is none. */
  expiresAt: Date | null
  wipedAt: Date | null
  /** When a user last had it sent again. */
  resentAt: Generated<Date | null>
}

/** An attempt to send a message, or its expiry. */
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
