import { uuidv7 } from 'uuidv7'

/** A received message. */
export interface Message {
  readonly id: string
  readonly kind: 'email' | 'sms'
  readonly to: readonly string[]
  /** Empty for an SMS. */
  readonly subject: string
  readonly text: string
  /** The HTML of an e-mail, if it has any. */
  readonly html?: string
  /** Parameters of an SMS. */
  readonly params?: Readonly<Record<string, string>>
  /** Detects repeats: the Message-ID or idempotency key. */
  readonly reference: string
  /** ISO 8601. */
  readonly receivedAt: string
}

/** A message before the inbox adds its id and time. */
export type IncomingMessage = Omit<Message, 'id' | 'receivedAt'>

/** Filter for messages. A field that is not set matches all messages. */
export interface MessageFilter {
  readonly kind?: Message['kind']
  /** Exact address or number of one recipient. */
  readonly to?: string
}

/** Received messages, in memory. */
export interface Inbox {
  /** Adds a message. Drops repeats. */
  add(received: IncomingMessage): void
  /** Returns the matching messages, newest first. */
  list(wanted?: MessageFilter): readonly Message[]
  find(id: string): Message | undefined
}

/**
 * Creates an empty inbox.
 * @param max maximum number of messages; the oldest are dropped
 */
export function createInbox(max = 500): Inbox {
  const messages: Message[] = []
  const has = ({ kind, reference }: IncomingMessage) =>
    messages.some((message) => message.kind === kind && message.reference === reference)
  return {
    add: (received) => {
      if (has(received)) return
      messages.unshift({ ...received, id: uuidv7(), receivedAt: new Date().toISOString() })
      messages.splice(max)
    },
    list: ({ kind, to } = {}) =>
      messages.filter(
        (message) => (!kind || message.kind === kind) && (to === undefined || message.to.includes(to)),
      ),
    find: (id) => messages.find((message) => message.id === id),
  }
}
