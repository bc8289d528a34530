import type { Kysely } from 'kysely'
import type { Database, QueueDatabase } from '../../../platform/database/index.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import type { Attempt, SendResult } from '../outbox/attempts.ts'
import type { Sender } from '../sender.ts'

/** An attempt that did not end with a delivery; recipient and response are in the outbox, not for a log. */
export interface FailedAttempt extends Pick<Attempt, 'id' | 'kind' | 'template' | 'sendCount'> {
  readonly outcome: SendResult['outcome']
}

export interface WorkerOptions {
  readonly db: Kysely<Database>
  /** The same database, for the job queue. */
  readonly queue: QueueDatabase
  readonly secrets: Secrets
  readonly senders: readonly Sender[]
  /** Between two looks for messages that were not heard of. Seconds, at least 0.5; 2 by default. */
  readonly pollSeconds?: number
  /** Between two looks for processes that died. Seconds; 5 by default. */
  readonly superviseSeconds?: number
  /** Between two looks for what has expired. Seconds; 5 by default. */
  readonly expirySeconds?: number
  /** Messages of a kind that this process sends at once; 8 by default. */
  readonly parallel?: number
  /** Notified of an attempt that delivered nothing. */
  readonly onFailedAttempt?: (attempt: FailedAttempt) => void
  /** Receives other errors, such as a database that does not respond; the worker goes on. */
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
