import type { Kysely } from 'kysely'
import type { Database, QueueDatabase } from '../../../platform/database/index.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import type { Attempt, SendResult } from '../outbox/attempts.ts'
import type { Sender } from '../sender.ts'

/** An attempt without a delivery. Recipient and response are in the outbox and do not belong in a log. */
export interface FailedAttempt extends Pick<Attempt, 'id' | 'kind' | 'template' | 'sendCount'> {
  readonly outcome: SendResult['outcome']
}

export interface WorkerOptions {
  readonly db: Kysely<Database>
  /** Connection to the same database for the job queue. */
  readonly queue: QueueDatabase
  readonly secrets: Secrets
  readonly senders: readonly Sender[]
  /** Interval for polling messages without a notification, in seconds: at least 0.5, 2 by default. */
  readonly pollSeconds?: number
  /** Interval for detecting dead processes, in seconds; 5 by default. */
  readonly superviseSeconds?: number
  /** Interval for ending expired messages, in seconds; 5 by default. */
  readonly expirySeconds?: number
  /** Maximum number of messages of one kind that this process sends in parallel; 8 by default. */
  readonly parallel?: number
  /** Called after an attempt without a delivery. */
  readonly onFailedAttempt?: (attempt: FailedAttempt) => void
  /** Called with other errors, such as a database that does not respond. The worker continues. */
  readonly onError?: (error: unknown) => void
}

/** The options with their defaults. */
export type WorkerSettings = Required<WorkerOptions>

export const settingsOf = (options: WorkerOptions): WorkerSettings => ({
  pollSeconds: 2,
  superviseSeconds: 5,
  expirySeconds: 5,
  parallel: 8,
  onFailedAttempt: () => {},
  onError: () => {},
  ...options,
})
