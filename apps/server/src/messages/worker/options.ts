import type { Kysely } from 'kysely'
import type { Database } from '../../database/index.ts'
import type { Secrets } from '../../secrets/index.ts'
import type { Claim, SendResult } from '../outbox/index.ts'
import type { Sender } from '../sender.ts'

/** An attempt that did not end with a delivery; recipient and answer are in the outbox, not for a log. */
export interface FailedAttempt extends Pick<Claim, 'id' | 'kind' | 'template' | 'sendCount'> {
  readonly outcome: SendResult['outcome']
}

export interface WorkerOptions {
  readonly db: Kysely<Database>
  readonly secrets: Secrets
  readonly senders: readonly Sender[]
  /** Between two looks at the outbox. Milliseconds; 1 second by default. */
  readonly interval?: number
  /** How long a claim holds; half of it is for sending. Seconds; 60 by default. */
  readonly leaseSeconds?: number
  /** Messages of a kind that this process sends at once; 8 by default. */
  readonly parallel?: number
  /** Told of an attempt that delivered nothing. */
  readonly onFailedAttempt?: (attempt: FailedAttempt) => void
  /** Told of anything else that went wrong, such as a database that does not answer; it goes on. */
  readonly onError?: (error: unknown) => void
}

/** The options with their defaults. */
export type WorkerSettings = Required<WorkerOptions>

export const settingsOf = (options: WorkerOptions): WorkerSettings => ({
  interval: 1000,
  leaseSeconds: 60,
  parallel: 8,
  onFailedAttempt: () => {},
  onError: () => {},
  ...options,
})
