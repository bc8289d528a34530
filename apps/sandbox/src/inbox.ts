import { uuidv7 } from 'uuidv7'

/** A message as it arrived. */
export interface Message {
  readonly id: string
  readonly kind: 'email' | 'sms'
  readonly to: readonly string[]
  /** '' for an SMS. */
  readonly subject: string
  readonly text: string
  /** The HTML of an e-mail, if it has any. */
  readonly html?: string
  /** Parameters of an SMS. */
  readonly params?: Readonly<Record<string, string>>
  /** Identifies a repeat: Message-ID or idempotency key. */
  readonly reference: string
  /** ISO 8601. */
  readonly receivedAt: string
}

/** A message as its receiver has it. */
export type IncomingMessage = Omit<Message, 'id' | 'receivedAt'>

/** Which messages are wanted; without a field, all. */
export interface MessageFilter {
  readonly kind?: Message['kind']
  /** One recipient, exactly. */
  readonly to?: string
}

/** Received messages, in memory. */
export interface Inbox {
  /** Takes a message in; one that it has already is a repeat and is dropped. */
  add(received: IncomingMessage): void
  /** The newest first. */
  list(wanted?: MessageFilter): readonly Message[]
  find(id: string): Message | undefined
}

/**
 * An empty inbox.
 *
 * @param most how many messages it keeps; beyond that the oldest go
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
