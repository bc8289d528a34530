import { accessReviewClose, codes } from '@atrium/contract'
import { sql } from 'kysely'
import { rejectStale } from '../../platform/crud/index.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { readReview } from './list.ts'
import { presentReview } from './present.ts'
import { meaning, resultOf } from './result.ts'
import { reviewForUpdate } from './save.ts'

/**
 * POST /accessReview/close: the act of the reviewer that fixes the result. An electronic signature signs the
 * result, and the event has its hash, so that the trail's seal covers it.
 */
export const closeRoute = handle(accessReviewClose, async (work) => {
  const { trx, input, caller, audit } = work
  const before = await reviewForUpdate(work, input.id)
  const { tenantId, id } = before
  if (input.rowVersion !== undefined) await rejectStale(trx, 'access_review', before, {}, input.rowVersion)
  if (before.state !== 'open' && before.state !== 'ended') reject(codes.conflict, 'accessReview.refusal.over')
  const { open = 0, pending = 0 } =
    (await trx
      .selectFrom('accessReviewItem')
      .select(sql<number>`count(*) filter (where answer is null)`.as('open'))
      .select(sql<number>`count(*) filter (where applied = 'pending')`.as('pending'))
      .where('tenantId', '=', tenantId)
      .where('reviewId', '=', id)
      .executeTakeFirst()) ?? {}
  if (before.state === 'open' && open > 0)
    reject(codes.conflict, 'accessReview.refusal.open', { count: open })
  if (pending > 0) reject(codes.conflict, 'accessReview.refusal.pending', { count: pending })
  const closing = {
    ...({ state: 'closed', closedBy: caller.userId, conclusion: input.conclusion } as const),
    closerName: await fullNameOf(trx, caller.userId),
  }
  const closed = await trx
    .updateTable('accessReview')
    .set({ ...closing, closedAt: sql<Date>`date_trunc('milliseconds', now())` })
    .set({ endedAt: sql<Date>`coalesce(ended_at, now())`, updatedAt: sql<Date>`now()` })
    .set({ rowVersion: before.rowVersion + 1 })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { record, hash } = await resultOf(trx, closed)
  await trx
    .updateTable('accessReview')
    .set({ resultSha256: hash })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute()
  const { itemCount, confirmed, changed, revoked, failed } = presentReview(await readReview(work, id))
  audit({
    ...{ entity: 'access_review_result', entityId: id, tenantId, before },
    after: { ...closed, resultSha256: hash, meaning, itemCount, confirmed, changed, revoked, failed },
    signature: { meaning, content: JSON.parse(record) },
  })
  return null
})
