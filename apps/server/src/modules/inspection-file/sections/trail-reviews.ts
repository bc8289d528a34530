import { globalTenantId } from '@atrium/contract'
import { inTenants } from '../../../platform/crud/index.ts'
import type { Source } from '../source.ts'
import { contractWords, fileWords } from '../words.ts'
import { noNote, type Section } from './section.ts'

const shown = (instant: Date | null): string => instant?.toISOString() ?? ''

/** Selects the reviews of the trail of each study that were due in the period or after it. */
const reviewsIn = ({ trx, as, asked }: Source) =>
  trx
    .selectFrom('trailReview')
    .innerJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'trailReview.tenantId').onRef('study.id', '=', 'trailReview.studyId'),
    )
    .where('trailReview.tenantId', '=', asked.tenantId)
    .where('trailReview.tenantId', '<>', globalTenantId)
    .where(inTenants(as, 'trailReview.tenantId'))
    .where('trailReview.studyId', 'in', asked.studyIds)
    .where('trailReview.dueDay', '>=', asked.from)
    .where('trailReview.fromDay', '<=', asked.until)

/** The reviews of the trail of each study. A blinded reader sees nothing of the parts of others. */
export const trailReviewsSection: Section = {
  name: 'trailReviews',
  onlyUnblinded: true,
  table: async (source) => {
    const rows = await reviewsIn(source)
      .select(['trailReview.name', 'study.studyName', 'trailReview.dueDay', 'trailReview.state'])
      .select([
        'trailReview.fromAt',
        'trailReview.untilAt',
        'trailReview.sealNumber',
        'trailReview.sealState',
      ])
      .select(['trailReview.concluderName', 'trailReview.concludedAt', 'trailReview.conclusion'])
      .select('trailReview.recordSha256')
      .orderBy('trailReview.dueDay')
      .orderBy('trailReview.id')
      .execute()
    return {
      title: fileWords(({ sections }) => sections.trailReviews),
      note: noNote,
      columns: [
        { name: contractWords('trailReview.name') },
        { name: contractWords('trailReview.studyName') },
        { name: contractWords('trailReview.dueDay') },
        { name: contractWords('trailReview.state') },
        { name: contractWords('trailReview.fromTime'), isTime: true },
        { name: contractWords('trailReview.untilTime'), isTime: true },
        { name: contractWords('trailReview.shown.seal') },
        { name: contractWords('trailReview.concluderName') },
        { name: contractWords('trailReview.concludedAt'), isTime: true },
        { name: contractWords('trailReview.conclusion') },
        { name: contractWords('trailReview.recordSha256') },
      ],
      rows: rows.map((row) => [
        ...[row.name, row.studyName, row.dueDay, contractWords(`trailReview.states.${row.state}`)],
        ...[shown(row.fromAt), shown(row.untilAt), row.sealNumber === null ? '' : String(row.sealNumber)],
        ...[row.concluderName, shown(row.concludedAt), row.conclusion, row.recordSha256],
      ]),
    }
  },
}

/** The findings of these reviews, and what was done about them. */
export const findingsSection: Section = {
  name: 'findings',
  onlyUnblinded: true,
  table: async (source) => {
    const rows = await reviewsIn(source)
      .innerJoin('trailReviewFinding', (join) =>
        join
          .onRef('trailReviewFinding.tenantId', '=', 'trailReview.tenantId')
          .onRef('trailReviewFinding.reviewId', '=', 'trailReview.id'),
      )
      .select(['trailReview.name', 'trailReviewFinding.severity', 'trailReviewFinding.area'])
      .select(['trailReviewFinding.finding', 'trailReviewFinding.action', 'trailReviewFinding.responsible'])
      .select(['trailReviewFinding.dueDay', 'trailReviewFinding.finderName', 'trailReviewFinding.createdAt'])
      .select(['trailReviewFinding.outcome', 'trailReviewFinding.closerName', 'trailReviewFinding.closedAt'])
      .orderBy('trailReviewFinding.createdAt')
      .orderBy('trailReviewFinding.id')
      .execute()
    return {
      title: fileWords(({ sections }) => sections.findings),
      note: noNote,
      columns: [
        { name: contractWords('trailReview.reviewName') },
        { name: contractWords('trailReview.severity') },
        { name: contractWords('trailReview.area') },
        { name: contractWords('trailReview.finding') },
        { name: contractWords('trailReview.action') },
        { name: contractWords('trailReview.responsible') },
        { name: contractWords('trailReview.findingDueDay') },
        { name: contractWords('trailReview.finderName') },
        { name: contractWords('trailReview.foundAt'), isTime: true },
        { name: contractWords('trailReview.outcome') },
        { name: contractWords('trailReview.closerName') },
        { name: contractWords('trailReview.closedAt'), isTime: true },
      ],
      rows: rows.map((row) => [
        ...[row.name, contractWords(`trailReview.severities.${row.severity}`)],
        contractWords(`auditTrail.areas.${row.area}`),
        ...[row.finding, row.action, row.responsible, row.dueDay, row.finderName],
        ...[shown(row.createdAt), row.outcome, row.closerName, shown(row.closedAt)],
      ]),
    }
  },
}
