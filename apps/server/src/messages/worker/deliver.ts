import { setTimeout as sleep } from 'node:timers/promises'
import type { Secrets } from '../../secrets/index.ts'
import { type Body, type Claim, openBody, recordResult, type SendResult } from '../outbox/index.ts'
import type { Sender } from '../sender.ts'
import { sendAttempts } from './metrics.ts'
import type { WorkerSettings } from './options.ts'
import { withhold } from './withhold.ts'

/** A claimed message on its way. */
export interface Delivery {
  readonly claim: Claim
  readonly sender: Sender
  /** When the claim was asked for, by `performance.now()`: before the database began to count. */
  readonly claimedAt: number
  /** Ends the attempt early, because the process stops. */
  readonly stopping: AbortSignal
}

const recordPause = 500

/** What the message says; undefined where it cannot be read, as under another SECRET_KEY. */
function bodyOf({ bodyEncrypted }: Claim, secrets: Secrets): Body | undefined {
  try {
    return openBody(secrets, bodyEncrypted ?? '')
  } catch {
    return undefined
  }
}

async function attempt(
  { claim, sender, stopping }: Delivery,
  left: number,
  secrets: Secrets,
): Promise<SendResult> {
  const body = bodyOf(claim, secrets)
  if (!body) return { outcome: 'deferred', answer: 'not sent: its text cannot be read with this SECRET_KEY' }
  const { recipient: to, subject, language, template, reference } = claim
  const signal = AbortSignal.any([AbortSignal.timeout(left), stopping])
  const { outcome, answer } = await sender.send({ to, subject, language, template, reference, body }, signal)
  return { outcome, answer: withhold(answer, body.secret) }
}

/** Records a result; a database that is away is asked again for as long as the claim holds. */
async function record(settings: WorkerSettings, { claim, claimedAt }: Delivery, result: SendResult) {
  const deadline = claimedAt + settings.leaseSeconds * 1000
  for (;;) {
    try {
      return await recordResult(settings.db, claim, result)
    } catch (error) {
      if (performance.now() + recordPause > deadline) throw error
      await sleep(recordPause)
    }
  }
}

/**
 * Sends a claimed message and records how that went. Nothing leaves in the second half of the claim: when it
 * runs out and another process takes the message, this one has stopped for certain.
 *
 * @returns how it ended; undefined where the claim was too old to begin, and is left to run out
 */
export async function deliver(
  settings: WorkerSettings,
  delivery: Delivery,
): Promise<SendResult['outcome'] | undefined> {
  const { claim, claimedAt } = delivery
  const left = claimedAt + settings.leaseSeconds * 500 - performance.now()
  if (left <= 0) return undefined
  const result = await attempt(delivery, Math.ceil(left), settings.secrets)
  sendAttempts.inc({ kind: claim.kind, outcome: result.outcome })
  await record(settings, delivery, result)
  if (result.outcome !== 'delivered')
    settings.onFailedAttempt({ ...claimFacts(claim), outcome: result.outcome })
  return result.outcome
}

const claimFacts = ({ id, kind, template, sendCount }: Claim) => ({ id, kind, template, sendCount })
