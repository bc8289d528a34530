import { createHash } from 'node:crypto'
import type { EventSignature, Translate } from '@atrium/contract'
import { isProved, storedColumns } from '../../platform/audit/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { presentSignature, unsigned } from '../audit-trail/index.ts'
import { masked } from '../pseudonyms/index.ts'
import type { ReviewKey } from './open.ts'

/** Form of the record, for programs that read it. */
const form = 1

/** Meaning of the signature that closes a review (21 CFR 11.50(a)(3)). */
export const meaning = 'reviewer'

/** Returns a value whose objects have their keys in order, so that equal records are equal texts. */
function ordered(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner)]),
  )
}

/** The result of a review. */
export interface Result {
  /** Canonical JSON: keys in order, no spaces. */
  readonly record: string
  /** SHA-256 of the record, hexadecimal. */
  readonly hash: string
}

/** Returns the result of a review: who closed it as its reviewer, and each access with the decision on it. */
export async function resultOf(trx: Trx, { tenantId, id }: ReviewKey): Promise<Result> {
  const review = await trx
    .selectFrom('accessReview')
    .select(['id', 'tenantId', 'name', 'studyId', 'roleName', 'reviewers', 'firstDay', 'lastDay', 'duration'])
    .select(['everyMonths', 'unanswered', 'state', 'ownerId', 'previousId', 'openedAt', 'endedAt'])
    .select(['closedAt', 'closedBy', 'closerName', 'conclusion'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const items = await trx
    .selectFrom('accessReviewItem')
    .select(['id', 'rowId', 'kind', 'userId', 'fullName', 'userName', 'studyId', 'siteId', 'softwareId'])
    .select(['shown', 'lastSignIn', 'unusual', 'reviewerId', 'answer', 'answerUntil', 'answerUnlimited'])
    .select(['answerRoleId', 'answerRole', 'answerReason', 'answeredBy', 'answererName', 'answeredAt'])
    .select(['applied', 'failure'])
    .where('tenantId', '=', tenantId)
    .where('reviewId', '=', id)
    .orderBy('id')
    .execute()
  const record = JSON.stringify(ordered({ form, meaning, review, items }))
  return { record, hash: createHash('sha256').update(record).digest('hex') }
}

/** What the signature of a result needs. */
interface Signing {
  readonly trx: Trx
  readonly services: Pick<Services, 'secrets'>
  readonly t: Translate
}

/**
 * Returns the electronic signature on the result of a review; its state is `none` if nobody has signed, and `broken` if
 * the decisions are no longer those that were signed. The closing event may have been archived.
 */
export async function signatureOf(
  { trx, services, t }: Signing,
  { tenantId, id }: ReviewKey,
  { hash }: Result,
): Promise<EventSignature> {
  const found = await trx
    .selectFrom('signature')
    .select([...storedColumns, 'eventId'])
    .where('tenantId', '=', tenantId)
    .where('entity', '=', 'access_review_result')
    .where('entityId', '=', id)
    .executeTakeFirst()
  if (!found) return unsigned
  const { eventId, ...stored } = found
  const isIntact = stored.contentHash === hash && isProved(eventId, stored, services.secrets.auditKey)
  const state = isIntact ? 'intact' : 'broken'
  const { userId, userName } = stored
  const [account] = await masked(trx, [{ userId, userName }])
  return presentSignature(t, { ...stored, ...account, at: stored.at.toISOString(), state })
}

/** Returns the record and its signature as JSON Lines. The hash of the result is that of the first line. */
export const recordFile = ({ record, hash }: Result, signature: EventSignature): Buffer =>
  Buffer.from(
    `${record}\n${JSON.stringify({ sha256: hash, signature: signature.state === 'none' ? null : signature })}\n`,
  )
