import type { NodemailerError } from 'nodemailer'
import type { SendResult } from '../outbox/index.ts'

/** The commands whose refusal is about the message; any other is about the server or its settings. */
const aboutTheMessage = new Set(['RCPT TO', 'DATA'])

/**
 * How an attempt ended that nodemailer reports as failed: what the server answered decides, if it did.
 *
 * @param sent whether the whole message had left
 */
export function outcomeOf(error: unknown, sent: boolean): SendResult {
  const { message, command = '', response, permanent } = error as NodemailerError
  const answer = response ?? message
  if (permanent === undefined || !aboutTheMessage.has(command)) {
    return { outcome: sent ? 'unanswered' : 'unreachable', answer }
  }
  return { outcome: permanent ? 'refused' : 'deferred', answer }
}
