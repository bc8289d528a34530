import { codes, type RequestOf, trailReviewFinding } from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { rejectStale } from '../../platform/crud/index.ts'
import type { TrailReviewFindingTable } from '../../platform/database/tables/trail-reviews.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { fieldIssue, reject, rejectField, rejectFields } from '../../platform/http/rejection.ts'
import { handleOwn } from '../../platform/http/route.ts'
import type { OwnWork } from '../../platform/http/work.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { isBlindedAnywhere, isEventShownTo } from '../studies/blinding/index.ts'
import { checkOpen } from './begin.ts'
import { isPartShownTo } from './present.ts'
import { type Review, reviewForUpdate } from './save.ts'

type Finding = Selectable<TrailReviewFindingTable>
type Input = RequestOf<typeof trailReviewFinding>
type Caller = OwnWork<typeof trailReviewFinding>['caller']

/** Fields that stay as they are once the review is concluded. */
const fixed = ['area', 'severity', 'finding', 'eventId', 'action', 'responsible', 'dueDay'] as const

/** Rejects an event that the caller may not see, or that is not one of the reviewed tenant. */
async function checkEvent(trx: Trx, caller: Caller, { tenantId }: Review, eventId: string): Promise<void> {
  if (eventId === '') return
  const found = await trx
    .selectFrom('auditEvent')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', eventId)
    .where(isEventShownTo(caller))
    .executeTakeFirst()
  if (!found) rejectField('eventId', 'rule.reference')
}

/** Reads and locks a finding of a review. @throws Rejection 404 if there is none that the caller may see */
async function findingForUpdate(
  trx: Trx,
  caller: Caller,
  { tenantId, id: reviewId }: Review,
  id: string,
): Promise<Finding> {
  const found = await trx
    .selectFrom('trailReviewFinding')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('reviewId', '=', reviewId)
    .where('id', '=', id)
    .where(isPartShownTo(caller, 'trailReviewFinding.foundBy'))
    .forUpdate()
    .executeTakeFirst()
  return found ?? reject(codes.notFound)
}

/** Rejects a change of what is fixed: everything once it is closed; all but the outcome once the review is concluded. */
function checkChangeable(review: Review, before: Finding, input: Input, caller: Caller): void {
  if (before.outcome !== '') rejectField('outcome', 'trailReview.rule.closed')
  if (review.state === 'concluded') {
    rejectFields(
      fixed.flatMap((field) =>
        before[field] === input[field] ? [] : [fieldIssue(field, 'trailReview.rule.concluded')],
      ),
    )
    if (input.outcome === '') rejectField('outcome', 'rule.required')
  } else checkOpen(review, caller)
}

/** POST /trailReview/finding. */
export const findingRoute = handleOwn(trailReviewFinding, async (work) => {
  const { input, as, caller, services, asCaller } = work
  const isPartial = await isBlindedAnywhere(services.db, caller)
  return asCaller(async (trx, audit) => {
    const { id, reviewId, rowVersion, ...fields } = input
    const review = await reviewForUpdate({ trx, as }, reviewId)
    const { tenantId } = review
    const before = id === '' ? undefined : await findingForUpdate(trx, caller, review, id)
    if (before && rowVersion !== undefined)
      await rejectStale(trx, 'trail_review_finding', before, fields, rowVersion)
    if (before) checkChangeable(review, before, input, caller)
    else checkOpen(review, caller)
    if (fields.eventId !== before?.eventId) await checkEvent(trx, caller, review, fields.eventId)
    const name = await fullNameOf(trx, caller.userId)
    const values = {
      ...fields,
      ...(fields.outcome !== '' && {
        ...{ closedAt: sql<Date>`now()`, closedBy: caller.userId, closerName: name },
      }),
    }
    const after = before
      ? await trx
          .updateTable('trailReviewFinding')
          .set({ ...values, rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
          .where('tenantId', '=', tenantId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto('trailReviewFinding')
          .values({
            ...{ ...values, tenantId, id: uuidv7(), reviewId, isPartial },
            ...{ foundBy: caller.userId, finderName: name },
          })
          .returningAll()
          .executeTakeFirstOrThrow()
    audit({
      ...{ entity: 'trail_review_finding', entityId: after.id, tenantId },
      ...(before && { before }),
      after,
    })
    return after.id
  })
})
