import type { AccessAnswer } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { openReview } from '../../modules/access-reviews/index.ts'
import { fullNameOf } from '../../modules/identity/identifiers/index.ts'
import { asPlatform, asSystem, setRole, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import data from './data/access-reviews.json' with { type: 'json' }
import { type Ids, idOf, periodDay } from './rows.ts'
import type { AddedStudy } from './studies.ts'

/** A review of the access to a study, whose first reviewer has begun to decide. */
interface DemoReview {
  readonly tenant: string
  readonly study: string
  readonly name: string
  readonly reviewers: readonly string[]
  /** In days. */
  readonly duration: number
  readonly everyMonths: number
  readonly unanswered: 'revoke' | 'keep'
  readonly decisions: readonly {
    readonly user: string
    readonly answer: AccessAnswer
    readonly reason?: string
  }[]
}

/** Decides on all access of a user. The worker puts what is revoked into effect. */
async function decide(
  trx: Trx,
  review: { readonly tenantId: string; readonly id: string; readonly reviewer: string },
  { userId, answer, reason = '' }: DemoReview['decisions'][number] & { readonly userId: string },
): Promise<void> {
  await trx
    .updateTable('accessReviewItem')
    .set({ answer, answerReason: reason, answeredBy: review.reviewer, answeredAt: sql<Date>`now()` })
    .set({ answererName: await fullNameOf(trx, review.reviewer) })
    .set({ applied: answer === 'confirm' ? null : 'pending' })
    .where('tenantId', '=', review.tenantId)
    .where('reviewId', '=', review.id)
    .where('reviewerId', '=', review.reviewer)
    .where('userId', '=', userId)
    .execute()
}

/** Opens access reviews with some decisions, and leaves out missing users. Call it after the authorizations are added. */
export async function addAccessReviews(
  trx: Trx,
  services: Pick<Services, 'profile' | 'outbox'>,
  rows: { readonly tenantIds: Ids; readonly studies: ReadonlyMap<string, AddedStudy>; readonly userIds: Ids },
): Promise<void> {
  const today = periodDay(services.profile.timeZone, 0)
  // Only the server itself opens reviews.
  await setRole(trx, asSystem)
  for (const { tenant, study, decisions, ...review } of data as readonly DemoReview[]) {
    const reviewers = review.reviewers.flatMap((user) => rows.userIds.get(user) ?? [])
    const [reviewer] = reviewers
    if (reviewer === undefined) continue
    const key = { tenantId: idOf(rows.tenantIds, tenant), id: uuidv7() }
    const studyId = rows.studies.get(study)?.id
    await trx
      .insertInto('accessReview')
      .values({
        ...{ ...review, ...key, studyId, reviewers, ownerId: reviewer, language: 'zh' },
        ...{ firstDay: today, lastDay: today },
      })
      .execute()
    await openReview(trx, services, key)
    for (const decision of decisions) {
      const userId = rows.userIds.get(decision.user)
      if (userId !== undefined) await decide(trx, { ...key, reviewer }, { ...decision, userId })
    }
  }
  await setRole(trx, asPlatform)
}
