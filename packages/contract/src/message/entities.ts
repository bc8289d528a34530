import * as z from 'zod/mini'
import { displayedEmail } from '../core/email.ts'

/** State of a message; `delivered` means that the receiving server accepted it. */
const messageStates = ['waiting', 'sending', 'delivered', 'failed'] as const
export type MessageState = (typeof messageStates)[number]

/** Filters a list by whether messages were delivered. */
export const isArrive = { yes: 0, no: 1 } as const

/** Outcome of an attempt; `lost` if the sending process died and the outcome is unknown. */
const attemptOutcomes = [
  'sending',
  'delivered',
  'refused',
  'deferred',
  'unreachable',
  'unanswered',
  'expired',
  'lost',
] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

const message = {
  id: z.string(),
  /** Product that sent the message, in the caller's language; the user centre for the suite itself. */
  softName: z.string(),
  state: z.enum(messageStates),
  /** State in the caller's language. */
  arriveDesc: z.string(),
  /** Number of attempts started. */
  sendCount: z.number(),
  maxSendCount: z.number(),
  /** Why the message cannot be sent again, in the caller's language; '' if it can. */
  resendRefusal: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
}

const sms = { ...message, phone: z.string() }

const mail = { ...message, to: displayedEmail, subject: z.string() }

const Attempt = z.object({
  id: z.string(),
  /** Start of the attempt, ISO 8601, UTC. */
  createTime: z.string(),
  outcome: z.enum(attemptOutcomes),
  /** Outcome in the caller's language. */
  outcomeDesc: z.string(),
  /** Response of the receiving server, without secrets. */
  sendResult: z.string(),
})
export type MessageAttempt = z.output<typeof Attempt>

const log = {
  /** Message text with codes, keys and passwords masked; '' if it cannot be shown. */
  content: z.string(),
  /** `wiped`: its code, key or password was used. `unreadable`: it was encrypted under another SECRET_KEY. */
  contentState: z.enum(['shown', 'wiped', 'unreadable']),
  /** Expiry of its code, key or password, ISO 8601, UTC; '' for a message without one. */
  expireTime: z.string(),
  /** Attempts, newest first. */
  attempts: z.array(Attempt),
}

export const Sms = z.object(sms)
export type Sms = z.output<typeof Sms>

export const Mail = z.object(mail)
export type Mail = z.output<typeof Mail>

export const SmsLog = z.object({ ...sms, ...log })
export type SmsLog = z.output<typeof SmsLog>

export const MailLog = z.object({ ...mail, ...log })
export type MailLog = z.output<typeof MailLog>

/** Result of resending messages. */
export const Resent = z.object({
  /** Number of messages sent again. */
  count: z.number(),
  /** Messages that were not resent, and why, in the caller's language. */
  refused: z.array(z.object({ id: z.string(), to: displayedEmail, reason: z.string() })),
})
export type Resent = z.output<typeof Resent>

/** Maximum number of messages of a channel that one call resends. */
export const maxResent = 1000

/** Result of resending all failed messages. */
export const FailedResent = z.object({
  /** Number of messages sent again. */
  count: z.number(),
  /** Reasons why other messages were not resent, in the caller's language, with the number of messages for each. */
  refused: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** Whether failed messages remain because one call resends at most `maxResent`. */
  more: z.boolean(),
})
export type FailedResent = z.output<typeof FailedResent>
