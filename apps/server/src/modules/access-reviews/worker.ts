import { repeatEvery, withDeadline } from '../../platform/database/background.ts'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { daysIn } from '../access/index.ts'
import { applyDecisions } from './apply.ts'
import { dueToEnd, endReview, openReviews, reassign } from './end.ts'
import { dueToOpen, openReview, type ReviewKey } from './open.ts'

/** Pause between two looks at what is due, in milliseconds. */
const interval = 3_000

/** Time by which an aborted transaction may delay a stop, in milliseconds. */
const grace = 1200

interface AccessReviewsOptions {
  readonly services: Services
  /** Called for errors such as an unresponsive database; the work continues. */
  readonly onError: (error: unknown) => void
}

interface AccessReviews {
  /**
   * Begins no more transactions and waits for the one in progress. Call it before the database closes.
   * @param drained aborted when the transaction must be given up; any process repeats it later
   */
  stop(drained: AbortSignal): Promise<void>
}

/**
 * Does what is due now: opens reviews, ends them, and puts decisions into effect. Each review has a transaction of its
 * own.
 * @param stopping ends the work after the transaction in progress
 * @throws the first error, after the other work
 */
export async function keepAccessReviews(services: Services, stopping?: AbortSignal): Promise<void> {
  const { db, profile } = services
  const today = daysIn(profile.timeZone).today()
  const errors: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => errors.push(error))
  const each = async (
    find: (trx: Trx) => Promise<ReviewKey[]>,
    act: (trx: Trx, key: ReviewKey) => Promise<void>,
  ) => {
    for (const key of await inTransaction(db, asSystem, find, { readOnly: true })) {
      if (stopping?.aborted) return
      await attempt(inTransaction(db, asSystem, (trx) => act(trx, key), { unlimited: true }))
    }
  }
  await each(
    (trx) => dueToOpen(trx, today),
    (trx, key) => openReview(trx, services, key),
  )
  await each((trx) => dueToEnd(trx, today), endReview)
  await attempt(applyDecisions(services, stopping))
  if (errors.length > 0) throw errors[0]
}

/** Assigns access anew whose reviewer can no longer decide, in all open reviews. */
export async function reassignAll({ db }: Services, signal: AbortSignal): Promise<void> {
  for (const key of await inTransaction(db, asSystem, openReviews, { readOnly: true })) {
    signal.throwIfAborted()
    await inTransaction(db, asSystem, (trx) => reassign(trx, key))
  }
}

/** Opens and ends access reviews, and puts the decisions into effect. Every process runs this. */
export function startAccessReviews({ services, onError }: AccessReviewsOptions): AccessReviews {
  const stopping = new AbortController()
  const done = repeatEvery(
    interval,
    () => keepAccessReviews(services, stopping.signal),
    onError,
    stopping.signal,
  )
  return {
    stop: async (drained) => {
      stopping.abort()
      await withDeadline(done, drained, grace)
    },
  }
}
