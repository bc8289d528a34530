import {
  accessReviewChange,
  accessReviewChangeRole,
  accessReviewConfirm,
  accessReviewRevoke,
  codes,
  globalTenantId,
} from '@atrium/contract'
import { sql, type Updateable } from 'kysely'
import type { AccessReviewItemTable } from '../../platform/database/tables/access-reviews.ts'
import { reject, rejectField, rejectFields } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import {
  accessFields,
  daysIn,
  periodIssues,
  rejectUngrantableRole,
  rejectUngrantableRoleIn,
} from '../access/index.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import type { Item } from './apply.ts'
import { itemsShown } from './present.ts'

type Answering = Pick<Work<typeof accessReviewConfirm>, 'trx' | 'as' | 'caller' | 'input' | 'audit'>

/**
 * Reads and locks the access on which a call decides.
 * @throws Rejection 404 if the caller may not decide on some of it, 409 if some has been changed or revoked already
 */
async function answered(work: Answering) {
  const { caller, input } = work
  const list = await itemsShown(work)
    .selectAll('accessReviewItem')
    .where('accessReviewItem.id', '=', sql<string>`any(${input.ids})`)
    .where('accessReviewItem.reviewerId', '=', caller.userId)
    .where('accessReview.state', '=', 'open')
    .orderBy('accessReviewItem.id')
    .forUpdate('accessReviewItem')
    .forShare('accessReview')
    .execute()
  const [first] = list
  if (!first || list.length < input.ids.length) return reject(codes.notFound, 'accessReview.refusal.notYours')
  if (list.some(({ tenantId }) => tenantId !== first.tenantId))
    rejectField('ids', 'accessReview.rule.otherTenant')
  if (list.some(({ applied }) => applied === 'pending' || applied === 'done'))
    reject(codes.conflict, 'accessReview.refusal.decided')
  return { tenantId: first.tenantId, list }
}

type Decision = Pick<
  Updateable<AccessReviewItemTable>,
  'answer' | 'answerUntil' | 'answerRoleId' | 'answerRole'
> & {
  readonly answerUnlimited?: boolean
}

/** Stores a decision. The worker puts changes and revocations into effect. */
async function store(
  { trx, caller, input, audit }: Answering,
  { tenantId, list }: { readonly tenantId: string; readonly list: readonly Item[] },
  decision: Decision,
): Promise<null> {
  const after = await trx
    .updateTable('accessReviewItem')
    .set({
      ...{ answerUntil: '', answerUnlimited: false, answerRoleId: '', answerRole: '', ...decision },
      ...{ answerReason: input.reason, answeredBy: caller.userId, answeredAt: sql<Date>`now()` },
      answererName: await fullNameOf(trx, caller.userId),
      ...{ applied: decision.answer === 'confirm' ? null : 'pending', failure: null },
      ...{ rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` },
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${list.map(({ id }) => id)})`)
    .returningAll()
    .execute()
  const entityId = list[0]?.reviewId ?? ''
  audit({ entity: 'access_review_item', entityId, tenantId, before: { list }, after: { list: after } })
  return null
}

/** POST /accessReview/confirm. */
export const confirmRoute = handle(accessReviewConfirm, async (work) =>
  store(work, await answered(work), { answer: 'confirm' }),
)

/** POST /accessReview/revoke. */
export const revokeRoute = handle(accessReviewRevoke, async (work) =>
  store(work, await answered(work), { answer: 'revoke' }),
)

/** POST /accessReview/change. */
export const changeRoute = handle(accessReviewChange, async (work) => {
  const { input, services } = work
  const found = await answered(work)
  const until = input.unlimited ? '' : input.accessUntil
  rejectFields(periodIssues(accessFields, { from: '', until }, daysIn(services.profile.timeZone).today()))
  return store(work, found, { answer: 'change', answerUntil: until, answerUnlimited: input.unlimited })
})

/** POST /accessReview/changeRole. Roles in products are granted in the products' own lists. */
export const changeRoleRoute = handle(accessReviewChangeRole, async (work) => {
  const { trx, caller, input } = work
  const { roleId } = input
  const found = await answered(work)
  const { tenantId, list } = found
  if (list.some(({ kind }) => kind === 'study')) rejectField('roleId', 'accessReview.rule.roleOfProduct')
  if (tenantId === globalTenantId) await rejectUngrantableRole({ trx, caller }, roleId)
  else await rejectUngrantableRoleIn({ trx, caller }, { tenantId, roleId }, 'roleId')
  const { name } = await trx
    .selectFrom('role')
    .select('name')
    .where('id', '=', roleId)
    .executeTakeFirstOrThrow()
  return store(work, found, { answer: 'change', answerRoleId: roleId, answerRole: name })
})
