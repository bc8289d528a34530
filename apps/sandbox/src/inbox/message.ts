/** A message as it arrived. */
export interface Message {
  readonly id: string
  readonly kind: 'email' | 'sms'
  readonly to: readonly string[]
  /** '' for an SMS. */
  readonly subject: string
  readonly text: string
  /** An e-mail's HTML, where it has one. */
  readonly html?: string
  /** What an SMS was filled in with. */
  readonly params?: Readonly<Record<string, string>>
  /** What a repeat is known by: Message-ID or idempotency key. */
  readonly reference: string
  /** ISO 8601. */
  readonly receivedAt: string
}

/** What a receiver knows of a message. */
export type Received = Omit<Message, 'id' | 'receivedAt'>
