import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { type Review, type ReviewKey, reviewIn } from './open.ts'
import { assign, candidatesOf } from './reviewers.ts'

/** Returns the open reviews whose last day is over. */
export const dueToEnd = (trx: Trx, today: string): Promise<ReviewKey[]> =>
  trx
    .selectFrom('accessReview')
    .select(['tenantId', 'id'])
    .where('state', '=', 'open')
    .where('lastDay', '<', today)
    .orderBy('id')
    .execute()

/** Selects the access of a review on which nobody has decided. */
const unanswered = (trx: Trx, { tenantId, id }: ReviewKey) =>
  trx
    .selectFrom('accessReviewItem')
    .where('tenantId', '=', tenantId)
    .where('reviewId', '=', id)
    .where('answer', 'is', null)

/** Revokes access on which nobody decided, except that on which nobody could. */
async function revokeUnanswered(trx: Trx, { tenantId, id }: ReviewKey): Promise<void> {
  const list = await unanswered(trx, { tenantId, id })
    .selectAll()
    .where('reviewerId', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (list.length === 0) return
  const after = await trx
    .updateTable('accessReviewItem')
    .set({ answer: 'revoke', applied: 'pending', answeredAt: sql<Date>`now()` })
    .set({ rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${list.map((item) => item.id)})`)
    .returningAll()
    .execute()
  await recordAudit(trx, {
    ...{ actorId: null, actorName: '', tenantId, call: '', entity: 'access_review_item', entityId: id },
    ...{ before: { list }, after: { list: after } },
  })
}

/** Ends a review after its last day. */
export async function endReview(trx: Trx, key: ReviewKey): Promise<void> {
  const before = await reviewIn(trx, key, 'open')
  if (!before) return
  if (before.unanswered === 'revoke') await revokeUnanswered(trx, before)
  const after = await trx
    .updateTable('accessReview')
    .set({ state: 'ended', endedAt: sql<Date>`now()` })
    .set({ rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', before.tenantId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(trx, {
    ...{ actorId: null, actorName: '', tenantId: before.tenantId, call: '', entity: 'access_review' },
    ...{ entityId: before.id, before, after },
  })
}

/** Returns the open reviews. */
export const openReviews = (trx: Trx): Promise<ReviewKey[]> =>
  trx
    .selectFrom('accessReview')
    .select(['tenantId', 'id'])
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()

/** Assigns access anew whose reviewer can no longer decide, such as after leaving the tenant. */
export async function reassign(trx: Trx, key: ReviewKey): Promise<void> {
  const review: Review | undefined = await reviewIn(trx, key, 'open')
  if (!review) return
  const candidates = await candidatesOf(trx, review)
  const list = await unanswered(trx, review)
    .selectAll()
    .where(sql<boolean>`(reviewer_id is null or reviewer_id <> all(${candidates}))`)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (list.length === 0) return
  const reviewers = await assign(trx, review, list)
  const moved = list.flatMap((item, index) => {
    const reviewerId = reviewers[index] ?? null
    return reviewerId === item.reviewerId ? [] : [{ id: item.id, reviewerId }]
  })
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  const { rows: after } = await sql<object>`
    update access_review_item i set reviewer_id = to_whom.reviewer, row_version = i.row_version + 1, updated_at = now()
    from unnest(${ids}::text[], ${moved.map(({ reviewerId }) => reviewerId)}::text[]) as to_whom (id, reviewer)
    where i.tenant_id = ${review.tenantId} and i.id = to_whom.id returning i.*`.execute(trx)
  await recordAudit(trx, {
    ...{ actorId: null, actorName: '', tenantId: review.tenantId, call: '', entity: 'access_review_item' },
    entityId: review.id,
    ...{ before: { list: list.filter(({ id }) => ids.includes(id)) }, after: { list: after } },
  })
}
