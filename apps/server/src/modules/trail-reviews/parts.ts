import type { Selectable } from 'kysely'
import type {
  TrailReviewFindingTable,
  TrailReviewLookTable,
} from '../../platform/database/tables/trail-reviews.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { isPartShownTo, type Reading } from './present.ts'

export type Look = Selectable<TrailReviewLookTable>
export type Finding = Selectable<TrailReviewFindingTable>

/** What was looked at and found in a review. */
export interface Parts {
  readonly looks: readonly Look[]
  readonly findings: readonly Finding[]
}

type Key = { readonly tenantId: string; readonly id: string }

/** Reads the looks and findings of a review that the caller may see, oldest first. */
export async function partsOf(trx: Trx, { tenantId, id }: Key, caller: Reading['caller']): Promise<Parts> {
  const looks = await trx
    .selectFrom('trailReviewLook')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('reviewId', '=', id)
    .where(isPartShownTo(caller, 'trailReviewLook.userId'))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const findings = await trx
    .selectFrom('trailReviewFinding')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('reviewId', '=', id)
    .where(isPartShownTo(caller, 'trailReviewFinding.foundBy'))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return { looks, findings }
}

/** Returns whether a review has looks or findings by others than a user. */
export async function hasPartsOfOthers(trx: Trx, { tenantId, id }: Key, userId: string): Promise<boolean> {
  const look = await trx
    .selectFrom('trailReviewLook')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('reviewId', '=', id)
    .where('userId', '<>', userId)
    .executeTakeFirst()
  const finding = await trx
    .selectFrom('trailReviewFinding')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('reviewId', '=', id)
    .where('foundBy', '<>', userId)
    .executeTakeFirst()
  return look !== undefined || finding !== undefined
}
