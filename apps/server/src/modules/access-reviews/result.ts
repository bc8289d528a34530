import { createHash } from 'node:crypto'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Review } from './open.ts'

/** Form of the record, for programs that read it. */
const form = 1

/** Meaning of the act that closes a review (21 CFR 11.50(a)(3)). */
export const meaning = 'reviewer'

/** Returns a value whose objects have their keys in order, so that equal records are equal texts. */
function ordered(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner)]),
  )
}

/** A review as it was closed. */
type Closed = Omit<
  Review,
  'createdAt' | 'updatedAt' | 'rowVersion' | 'resultSha256' | 'reminded' | 'language'
>

/**
 * Returns the result of a closed review: canonical JSON (keys in order, no spaces) with the review, who closed it as its
 * reviewer, and each access with the decision on it. An electronic signature signs its hash.
 */
export async function resultOf(trx: Trx, review: Review): Promise<{ record: string; hash: string }> {
  const { createdAt: _, updatedAt: __, rowVersion: ___, resultSha256: ____, ...rest } = review
  const { reminded: _____, language: ______, ...closed } = rest
  const facts: Closed = closed
  const items = await trx
    .selectFrom('accessReviewItem')
    .select(['id', 'rowId', 'kind', 'userId', 'fullName', 'userName', 'studyId', 'siteId', 'softwareId'])
    .select(['shown', 'lastSignIn', 'unusual', 'reviewerId', 'answer', 'answerUntil', 'answerUnlimited'])
    .select(['answerRoleId', 'answerRole', 'answerReason', 'answeredBy', 'answererName', 'answeredAt'])
    .select(['applied', 'failure'])
    .where('tenantId', '=', review.tenantId)
    .where('reviewId', '=', review.id)
    .orderBy('id')
    .execute()
  const record = JSON.stringify(ordered({ form, meaning, review: facts, items }))
  return { record, hash: createHash('sha256').update(record).digest('hex') }
}
