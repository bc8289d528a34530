import {
  codes,
  globalTenantId,
  platformTrailAreas,
  type RequestOf,
  trailAreas,
  trailReviewCancel,
  trailReviewSave,
} from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkWritable, inTenants, rejectStale } from '../../platform/crud/index.ts'
import type { TrailReviewTable } from '../../platform/database/tables/trail-reviews.ts'
import { type FieldIssue, fieldIssue, reject, rejectFields } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { dueStates } from './list.ts'
import { reviewersIn } from './reviewers.ts'

export type Review = Selectable<TrailReviewTable>

type Saving = Work<typeof trailReviewSave>

/** Reads and locks a review of the caller's tenants. @throws Rejection 404 if there is none */
export async function reviewForUpdate({ trx, as }: Pick<Saving, 'trx' | 'as'>, id: string): Promise<Review> {
  const found = await trx
    .selectFrom('trailReview')
    .selectAll()
    .where('id', '=', id)
    .where(inTenants(as, 'trailReview.tenantId'))
    .forUpdate()
    .executeTakeFirst()
  return found ?? reject(codes.notFound)
}

/** Changes a review that is locked. */
export const changeReview = (
  { trx }: Pick<Saving, 'trx'>,
  { tenantId, id, rowVersion }: Pick<Review, 'tenantId' | 'id' | 'rowVersion'>,
  values: Partial<Omit<Review, 'tenantId' | 'id'>>,
): Promise<Review> =>
  trx
    .updateTable('trailReview')
    .set({ ...values, rowVersion: rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

type Input = RequestOf<typeof trailReviewSave>

/** Returns issues with the study, the reviewers and the areas. */
async function referenceIssues({ trx }: Saving, { tenantId, studyId, reviewers, areas }: Input) {
  const issues: FieldIssue[] = []
  const study =
    studyId !== '' &&
    (await trx
      .selectFrom('study')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', studyId)
      .executeTakeFirst())
  if (study === undefined) issues.push(fieldIssue('studyId', 'rule.reference'))
  const able = await reviewersIn(trx, tenantId)
    .select('appUser.id')
    .where('appUser.id', '=', sql<string>`any(${reviewers})`)
    .execute()
  if (able.length < new Set(reviewers).size)
    issues.push(fieldIssue('reviewers', 'trailReview.rule.reviewers'))
  if (tenantId !== globalTenantId && areas.some((area) => platformTrailAreas.includes(area)))
    issues.push(fieldIssue('areas', 'trailReview.rule.platformAreas'))
  return issues
}

/** Returns issues with fields that can no longer be changed. */
function fixedIssues(before: Review, input: Input): FieldIssue[] {
  const fixed = (['tenantId'] as const).map((field) => [field, 'rule.fixed'] as const)
  const begun = (['studyId', 'areas', 'fromDay'] as const).map(
    (field) => [field, 'trailReview.rule.begun'] as const,
  )
  // The next review of a series has to begin where this one ends, so it is about the same events.
  const repeated = (['studyId', 'fromDay'] as const).map(
    (field) => [field, 'trailReview.rule.repeated'] as const,
  )
  return [
    ...fixed,
    ...(before.state === 'open' ? begun : before.previousId === null ? [] : repeated),
  ].flatMap(([field, key]) =>
    String(before[field]) === String(input[field]) ? [] : [fieldIssue(field, key)],
  )
}

/** POST /trailReview/save. */
export const saveRoute = handle(trailReviewSave, async (work) => {
  const { trx, input, audit } = work
  const { id, rowVersion, ...fields } = input
  const { tenantId } = fields
  const before = id === '' ? undefined : await reviewForUpdate(work, id)
  await checkWritable(work, tenantId)
  const values = {
    ...fields,
    reviewers: [...new Set(fields.reviewers)],
    // In the order of the settings, so that equal choices are equal.
    areas: trailAreas.filter((area) => fields.areas.includes(area)),
  }
  if (before && !dueStates.includes(before.state)) reject(codes.conflict, 'trailReview.refusal.over')
  if (before && rowVersion !== undefined) await rejectStale(trx, 'trail_review', before, values, rowVersion)
  rejectFields([
    ...(before ? fixedIssues(before, { ...input, ...values }) : []),
    ...(await referenceIssues(work, input)),
  ])
  const after = before
    ? // Another due day is announced anew.
      await changeReview(work, before, {
        ...values,
        ...(before.dueDay !== values.dueDay && { reminded: null }),
      })
    : await trx
        .insertInto('trailReview')
        .values({ ...values, id: uuidv7() })
        .returningAll()
        .executeTakeFirstOrThrow()
  audit({ entity: 'trail_review', entityId: after.id, tenantId, ...(before && { before }), after })
  return after.id
})

/** POST /trailReview/cancel. */
export const cancelRoute = handle(trailReviewCancel, async (work) => {
  const before = await reviewForUpdate(work, work.input.id)
  if (!dueStates.includes(before.state)) reject(codes.conflict, 'trailReview.refusal.over')
  const after = await changeReview(work, before, { state: 'cancelled' })
  work.audit({ entity: 'trail_review', entityId: after.id, tenantId: after.tenantId, before, after })
  return null
})
