import type { SendResult } from './outbox/attempts.ts'
import type { Body, MessageKind } from './outbox/outbox.ts'

/** A message as passed to a sender. */
export interface Outgoing {
  readonly to: string
  readonly subject: string
  readonly language: string
  readonly template: string
  /** Equal for all attempts, so that the other side can drop repetitions. */
  readonly reference: string
  readonly body: Body
}

/** Sends messages of one kind. */
export interface Sender {
  readonly kind: MessageKind
  /**
   * Sends a message. Failures are returned, not thrown.
   * @param signal ends the attempt; nothing may be sent after that
   */
  send(message: Outgoing, signal: AbortSignal): Promise<SendResult>
}
