import { sql } from 'kysely'
import { inTenants } from '../../platform/crud/index.ts'
import { presentItem, presentReview, type Reading, withColumns, withNumbers } from './present.ts'

/** The studies and the period of a copy, yyyy-MM-dd, and whether it may show RTSM. */
interface OfStudies {
  readonly tenantId: string
  readonly studyIds: readonly string[]
  readonly from: string
  readonly until: string
  readonly isUnblinded: boolean
}

/**
 * Returns the reviews of the studies in a period, oldest first, and the decisions on access to these studies. Reviews of
 * the whole tenant also have such decisions. `isUnblinded` decides what is left out, whoever calls.
 */
export async function readReviewsOf(reading: Reading, of: OfStudies) {
  const { trx, as } = reading
  const { tenantId, studyIds, from, until, isUnblinded } = of
  const reviews = await withNumbers(
    trx
      .selectFrom('accessReview')
      .where('accessReview.tenantId', '=', tenantId)
      .where(inTenants(as, 'accessReview.tenantId'))
      .where('accessReview.studyId', 'in', studyIds)
      .where('accessReview.firstDay', '<=', until)
      .where('accessReview.lastDay', '>=', from),
    reading,
  )
    .orderBy('accessReview.firstDay')
    .orderBy('accessReview.id')
    .execute()
  const items = await withColumns(
    trx
      .selectFrom('accessReviewItem')
      .innerJoin('accessReview', (join) =>
        join
          .onRef('accessReview.tenantId', '=', 'accessReviewItem.tenantId')
          .onRef('accessReview.id', '=', 'accessReviewItem.reviewId'),
      )
      .where('accessReviewItem.tenantId', '=', tenantId)
      .where(inTenants(as, 'accessReviewItem.tenantId'))
      .where('accessReviewItem.studyId', 'in', studyIds)
      .where('accessReview.firstDay', '<=', until)
      .where('accessReview.lastDay', '>=', from)
      .$if(!isUnblinded, (rows) => rows.where('accessReviewItem.isRtsm', '=', false)),
    reading,
  )
    .orderBy('accessReview.firstDay')
    .orderBy(sql`access_review_item.full_name collate "zh-x-icu"`)
    .orderBy('accessReviewItem.id')
    .execute()
  return { reviews: reviews.map(presentReview), items: items.map((item) => presentItem(item, reading)) }
}
