import { setTimeout as sleep } from 'node:timers/promises'
import { Counter } from 'prom-client'
import type { Trx } from '../../../platform/database/index.ts'
import { outsideCall } from '../../../platform/observability/outside-calls.ts'
import { inSpan } from '../../../platform/observability/tracing.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import {
  type Attempt,
  beginAttempt,
  type MessageKey,
  type Next,
  recordResult,
  type SendResult,
} from '../outbox/attempts.ts'
import { type Body, decryptBody, maskSecret } from '../outbox/outbox.ts'
import type { Sender } from '../sender.ts'
import type { WorkerSettings } from './options.ts'

/** Counts attempts to send, by kind and outcome. */
const sendAttempts = new Counter({
  name: 'atrium_message_attempts_total',
  help: 'Attempts to send an e-mail or SMS, by kind and outcome',
  labelNames: ['kind', 'outcome'],
})

/** Maximum length of a stored response, in characters. */
const maxResponseLength = 500

/** Returns a response in the form to store. A server may echo the message, so the secret is masked. */
function withoutSecret(answer: string, secret: string | undefined): string {
  // PostgreSQL cannot store NUL in text, and other control characters are unreadable.
  return maskSecret(answer, secret)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxResponseLength)
}

/** A message to send now. */
export interface DueMessage {
  readonly message: MessageKey
  readonly sender: Sender
  /** Ends the attempt early when the process stops. */
  readonly stopping: AbortSignal
  /** Ends the message's job. */
  readonly endJob: (trx: Trx) => Promise<unknown>
}

/** Retry interval and time limit for recording a result while the database is unavailable, in milliseconds. */
const recordPause = 500
const recordFor = 300_000

/** Decrypts the content of the message. Returns undefined if that is impossible, e.g. under another SECRET_KEY. */
function bodyOf({ bodyEncrypted }: Attempt, secrets: Secrets): Body | undefined {
  try {
    return decryptBody(secrets, bodyEncrypted ?? '')
  } catch {
    return undefined
  }
}

async function send(
  attempt: Attempt,
  { sender, stopping }: DueMessage,
  secrets: Secrets,
): Promise<SendResult> {
  const body = bodyOf(attempt, secrets)
  if (!body)
    return { outcome: 'deferred', answer: 'not sent: the message cannot be decrypted with this SECRET_KEY' }
  const { recipient: to, subject, language, template, reference } = attempt
  const { outcome, answer } = await outsideCall(
    { to: sender.kind === 'email' ? 'smtp' : 'sms' },
    () => sender.send({ to, subject, language, template, reference, body }, stopping),
    (result) => result.outcome,
  )
  return { outcome, answer: withoutSecret(answer, body.secret) }
}

/** Records a result. Retries while the database is unavailable, unless the process is stopping. */
async function record(
  { db }: WorkerSettings,
  attempt: Attempt,
  result: SendResult,
  { endJob, stopping }: DueMessage,
): Promise<Next> {
  const deadline = performance.now() + recordFor
  for (;;) {
    try {
      return await recordResult(db, attempt, result, endJob)
    } catch (error) {
      if (stopping.aborted || performance.now() > deadline) throw error
      await sleep(recordPause)
    }
  }
}

/**
 * Sends a message and records the outcome.
 * @returns whether to retry
 */
export const deliver = (settings: WorkerSettings, delivery: DueMessage): Promise<boolean> =>
  inSpan(
    () => ({
      name: `message ${delivery.sender.kind}`,
      kind: 'consumer',
      attributes: { 'atrium.message.id': delivery.message.id },
    }),
    () => attemptDelivery(settings, delivery),
    (isToBeRepeated) => (isToBeRepeated ? 'retry' : undefined),
  )

async function attemptDelivery(settings: WorkerSettings, delivery: DueMessage): Promise<boolean> {
  const attempt = await beginAttempt(settings.db, delivery.message)
  if (!attempt) return false
  const result = await send(attempt, delivery, settings.secrets)
  const { id, kind, template, sendCount } = attempt
  sendAttempts.inc({ kind, outcome: result.outcome })
  const next = await record(settings, attempt, result, delivery)
  if (result.outcome !== 'delivered') {
    settings.onFailedAttempt({ id, kind, template, sendCount, outcome: result.outcome })
  }
  return next === 'retry'
}
