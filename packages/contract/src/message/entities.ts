import * as z from 'zod/mini'
import { answeredEmail } from '../core/email.ts'

/** State of a message; `delivered` means that the other side accepted it. */
const messageStates = ['waiting', 'sending', 'delivered', 'failed'] as const
export type MessageState = (typeof messageStates)[number]

/** Filter of a list by whether messages have arrived. */
export const isArrive = { yes: 0, no: 1 } as const

/** Outcome of an attempt; `lost` if it is unknown because its process died. */
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
  /** The product that it speaks for, in the caller's language; the user centre for the suite itself. */
  softName: z.string(),
  state: z.enum(messageStates),
  /** The state in the caller's language. */
  arriveDesc: z.string(),
  /** Attempts begun. */
  sendCount: z.number(),
  maxSendCount: z.number(),
  /** Why it cannot be sent again, in the caller's language; '' if it can. */
  resendRefusal: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
}

const sms = { ...message, phone: z.string() }

const mail = { ...message, to: answeredEmail, subject: z.string() }

const Attempt = z.object({
  id: z.string(),
  /** When it began; ISO 8601, UTC. */
  createTime: z.string(),
  outcome: z.enum(attemptOutcomes),
  /** The outcome in the caller's language. */
  outcomeDesc: z.string(),
  /** Response of the other side, without secrets. */
  sendResult: z.string(),
})
export type MessageAttempt = z.output<typeof Attempt>

const log = {
  /** Its text with codes, keys and passwords masked; '' if it cannot be shown. */
  content: z.string(),
  /** `wiped`: its code, key or password was used up. `unreadable`: it was encrypted under another SECRET_KEY. */
  contentState: z.enum(['shown', 'wiped', 'unreadable']),
  /** When its code, key or password ends, ISO 8601, UTC; '' for a message without one. */
  expireTime: z.string(),
  /** The latest first. */
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
  /** How many are sent again. */
  count: z.number(),
  /** Messages that were not resent, and why, in the caller's language. */
  refused: z.array(z.object({ id: z.string(), to: answeredEmail, reason: z.string() })),
})
export type Resent = z.output<typeof Resent>

/** The most messages of a channel that one call has sent again. */
export const maxResent = 1000

/** Result of resending all failed messages. */
export const FailedResent = z.object({
  /** How many are sent again. */
  count: z.number(),
  /** Why others are not, in the caller's language, and how many each is of. */
  refused: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** Whether there are more than one call has sent again. */
  more: z.boolean(),
})
export type FailedResent = z.output<typeof FailedResent>
