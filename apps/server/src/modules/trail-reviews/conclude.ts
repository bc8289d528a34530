import { codes, trailReviewConclude } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { sealOf } from '../../platform/audit/index.ts'
import { rejectStale } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handleOwn } from '../../platform/http/route.ts'
import { daysIn, monthsLater } from '../access/index.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { isBlindedAnywhere } from '../studies/blinding/index.ts'
import { checkOpen } from './begin.ts'
import { hasPartsOfOthers, partsOf } from './parts.ts'
import { recordOf, sealedRecord } from './record.ts'
import { changeReview, type Review, reviewForUpdate } from './save.ts'

const separator = { zh: '、', en: ', ' } as const

/** Returns the first day after today that is a multiple of the months after the due day. */
export function nextDueDay({ dueDay, everyMonths }: Pick<Review, 'dueDay' | 'everyMonths'>, today: string) {
  let next = dueDay
  for (let times = 1; next <= today || times === 1; times += 1)
    next = monthsLater(dueDay, times * everyMonths)
  return next
}

/** Plans the next review of a series, which begins where this one ended; undefined if it is not repeated. */
async function planNext(trx: Trx, review: Review, today: string): Promise<Review | undefined> {
  const { tenantId, name, studyId, reviewers, areas, fromDay, everyMonths, toBatch } = review
  if (everyMonths === 0) return undefined
  return trx
    .insertInto('trailReview')
    .values({
      ...{ tenantId, id: uuidv7(), name, studyId, reviewers, areas, fromDay, everyMonths },
      ...{ dueDay: nextDueDay(review, today), previousId: review.id },
      ...{ fromBatch: (toBatch ?? 0) + 1, fromAt: review.untilAt },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** POST /trailReview/conclude. Signs the record, and plans the next review. */
export const concludeRoute = handleOwn(trailReviewConclude, async (work) => {
  const { input, as, caller, services, language, t, asCaller } = work
  const { db, secrets, profile } = services
  const open = await asCaller((trx) => reviewForUpdate({ trx, as }, input.id))
  const seal = await sealOf(db, secrets.auditKey, open.toBatch ?? 0)
  const isPartial = await isBlindedAnywhere(db, caller)
  return asCaller(async (trx, audit) => {
    const before = await reviewForUpdate({ trx, as }, input.id)
    const { tenantId, id } = before
    if (input.rowVersion !== undefined) await rejectStale(trx, 'trail_review', before, {}, input.rowVersion)
    checkOpen(before, caller)
    if (isPartial && (await hasPartsOfOthers(trx, before, caller.userId)))
      reject(codes.forbidden, 'trailReview.refusal.hidden')
    const parts = await partsOf(trx, before, caller)
    const missing = before.areas.filter((area) => !parts.looks.some((look) => look.area === area))
    if (missing.length > 0) {
      const areas = missing.map((area) => t(`auditTrail.areas.${area}`)).join(separator[language])
      reject(codes.conflict, 'trailReview.refusal.notLooked', { areas })
    }
    const concluded = await changeReview({ trx }, before, {
      ...{ state: 'concluded', conclusion: input.conclusion, isPartial, sealState: seal.state },
      ...{ concludedBy: caller.userId, concluderName: await fullNameOf(trx, caller.userId) },
      concludedAt: sql<Date>`date_trunc('milliseconds', now())` as never,
    })
    const { record: _, recordSha256: __, ...facts } = concluded
    const content = recordOf(facts, parts)
    const after = await trx
      .updateTable('trailReview')
      .set(sealedRecord(content))
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const next = await planNext(trx, after, daysIn(profile.timeZone).today())
    audit({
      ...{ entity: 'trail_review', entityId: id, tenantId },
      before: next ? { list: [before] } : before,
      after: next ? { list: [after, next] } : after,
      signature: { meaning: 'reviewer', content },
    })
    return null
  })
})
