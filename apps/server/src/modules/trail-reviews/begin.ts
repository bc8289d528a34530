import { codes, trailReviewLook, trailReviewStart } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { sealedRange } from '../../platform/audit/index.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handleOwn } from '../../platform/http/route.ts'
import { daysIn } from '../access/index.ts'
import { countAreas, reviewedBy } from '../audit-trail/index.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { isBlindedAnywhere } from '../studies/blinding/index.ts'
import { isReviewer } from './reviewers.ts'
import { changeReview, type Review, reviewForUpdate } from './save.ts'

/**
 * Rejects whoever is not a reviewer, and reviews that are not open.
 * @throws Rejection 403 or 409
 */
export function checkOpen(review: Review, caller: { readonly userId: string }): void {
  if (!isReviewer(review, caller)) reject(codes.forbidden, 'trailReview.refusal.notYours')
  if (review.state === 'planned') reject(codes.conflict, 'trailReview.refusal.notBegun')
  if (review.state !== 'open') reject(codes.conflict, 'trailReview.refusal.over')
}

/** POST /trailReview/start. Fixes what the review covers. */
export const startRoute = handleOwn(trailReviewStart, async ({ input, as, caller, services, asCaller }) => {
  const { id } = input
  const planned = await asCaller((trx) => reviewForUpdate({ trx, as }, id))
  const since = planned.previousId === null ? daysIn(services.profile.timeZone).begin(planned.fromDay) : null
  const range = await sealedRange(services.db, { batch: planned.fromBatch, since })
  return asCaller(async (trx, audit) => {
    const before = await reviewForUpdate({ trx, as }, id)
    if (!isReviewer(before, caller)) reject(codes.forbidden, 'trailReview.refusal.notYours')
    if (before.state !== 'planned') reject(codes.conflict, 'trailReview.refusal.begun')
    if (!range || range.fromBatch < before.fromBatch)
      reject(codes.conflict, 'trailReview.refusal.nothingSealed')
    const { seal, ...covered } = range
    const after = await changeReview({ trx }, before, {
      ...{ state: 'open', ...covered, fromAt: before.fromAt ?? since },
      ...{ untilAt: seal.sealedAt, sealNumber: seal.number, sealSha256: seal.hash },
    })
    audit({ entity: 'trail_review', entityId: id, tenantId: after.tenantId, before, after })
    return null
  })
})

/** POST /trailReview/look. */
export const lookRoute = handleOwn(trailReviewLook, async ({ input, as, caller, services, asCaller }) => {
  const { id, area } = input
  const isPartial = await isBlindedAnywhere(services.db, caller)
  return asCaller(async (trx, audit) => {
    const review = await reviewForUpdate({ trx, as }, id)
    checkOpen(review, caller)
    if (!review.areas.includes(area)) reject(codes.notFound)
    const covered = reviewedBy(review)
    if (!covered) throw new Error(`the open review ${id} covers nothing`)
    const [count] = await countAreas({ trx, caller }, covered, [area])
    if (!count) throw new Error(`area ${area} was not counted`)
    const { tenantId } = review
    const after = await trx
      .insertInto('trailReviewLook')
      .values({
        ...{ tenantId, id: uuidv7(), reviewId: id, area, userId: caller.userId, userName: caller.userName },
        ...{ fullName: await fullNameOf(trx, caller.userId), ...count, isPartial },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    audit({ entity: 'trail_review_look', entityId: after.id, tenantId, after })
    return null
  })
})
