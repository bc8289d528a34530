import type { SendResult } from './outbox/attempts.ts'
import type { Body, MessageKind } from './outbox/outbox.ts'

/** A message as it leaves. */
export interface Outgoing {
  readonly to: string
  readonly subject: string
  readonly language: string
  readonly template: string
  /** The same at every attempt, so that the other side can drop a repeat. */
  readonly reference: string
  readonly body: Body
}

/** A way out for one kind of message. */
export interface Sender {
  readonly kind: MessageKind
  /**
   * Sends a message. A failure is a result, not an error.
   *
   * @param signal ends the attempt: nothing may be sent after it
   */
  send(message: Outgoing, signal: AbortSignal): Promise<SendResult>
}
