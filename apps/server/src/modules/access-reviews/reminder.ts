import { sql } from 'kysely'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { daysIn } from '../access/index.ts'
import type { JobHandler } from '../jobs/index.ts'
import { openReviews } from './end.ts'
import { daysUntil, dueReminder, notifyReviewers } from './notify.ts'
import { type ReviewKey, reviewIn } from './open.ts'
import { reassignAll } from './worker.ts'

/** Sends the due reminder of a review. @returns the number of mails */
async function remind(trx: Trx, services: Services, key: ReviewKey): Promise<number> {
  const review = await reviewIn(trx, key, 'open')
  if (!review) return 0
  const left = daysUntil(review.lastDay, daysIn(services.profile.timeZone).today())
  const due = dueReminder(left)
  if (due === null || (review.reminded !== null && review.reminded <= due)) return 0
  await trx
    .updateTable('accessReview')
    .set({ reminded: due, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', review.tenantId)
    .where('id', '=', review.id)
    .execute()
  return notifyReviewers(trx, services, review, left)
}

/**
 * Reminds reviewers 14 and 3 days before the last day of a review, and assigns access anew whose reviewer can no longer
 * decide. Each reminder is recorded in the transaction that queues its mails, so that it is sent exactly once.
 */
export const accessReviewReminder: JobHandler = {
  beanName: 'accessReviews',
  methodName: 'remind',
  desc: 'job.handler.accessReviews.remind',
  run: async ({ services, signal }) => {
    const { db } = services
    await reassignAll(services, signal)
    let messages = 0
    for (const key of await inTransaction(db, asSystem, openReviews, { readOnly: true })) {
      signal.throwIfAborted()
      messages += await inTransaction(db, asSystem, (trx) => remind(trx, services, key))
    }
    return { key: 'job.outcome.reviewersReminded', params: { messages } }
  },
}
