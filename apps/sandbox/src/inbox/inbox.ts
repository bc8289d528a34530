import { uuidv7 } from 'uuidv7'
import type { Message, Received } from './message.ts'

/** Which messages are wanted; without a field, all. */
export interface Wanted {
  readonly kind?: Message['kind']
  /** One recipient, exactly. */
  readonly to?: string
}

/** What was received, in memory. */
export interface Inbox {
  /** Takes a message in; one that it has already is a repeat and is dropped. */
  add(received: Received): void
  /** The newest first. */
  list(wanted?: Wanted): readonly Message[]
  find(id: string): Message | undefined
}

/**
 * An empty inbox.
 *
 * @param most how many messages it keeps; beyond that the oldest go
 */
export function createInbox(most = 500): Inbox {
  const messages: Message[] = []
  const has = ({ kind, reference }: Received) =>
    messages.some((message) => message.kind === kind && message.reference === reference)
  return {
    add: (received) => {
      if (has(received)) return
      messages.unshift({ ...received, id: uuidv7(), receivedAt: new Date().toISOString() })
      messages.splice(most)
    },
    list: ({ kind, to } = {}) =>
      messages.filter(
        (message) => (!kind || message.kind === kind) && (to === undefined || message.to.includes(to)),
      ),
    find: (id) => messages.find((message) => message.id === id),
  }
}
