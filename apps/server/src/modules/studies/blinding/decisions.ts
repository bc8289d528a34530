import { type Call, codes, unblindingDecline, unblindingWithdraw } from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { inTenants } from '../../../platform/crud/index.ts'
import type { UnblindingTable } from '../../../platform/database/tables/unblinding.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { fullNameOf, verified } from '../../identity/identifiers/index.ts'
import { isOpenTo } from './blinded-users.ts'
import { queueDecisionMail } from './mails.ts'

/** The caller's transaction and access to tenants. */
type Deciding = Pick<Work<Call>, 'trx' | 'as' | 'caller'>

export type UnblindingRequest = Selectable<UnblindingTable>

/**
 * Returns and locks an open request in one of the caller's tenants. Of two concurrent decisions, the second is
 * rejected.
 * @throws Rejection 404 if it does not exist or the caller is blinded in its study, 409 if it has been decided
 */
export async function requestForUpdate(
  { trx, as, caller }: Deciding,
  id: string,
): Promise<UnblindingRequest> {
  const found = await trx
    .selectFrom('unblinding')
    .selectAll('unblinding')
    .where('unblinding.id', '=', id)
    .where(inTenants(as, 'unblinding.tenantId'))
    .where(isOpenTo(caller, 'unblinding.studyId'))
    .forUpdate('unblinding')
    .executeTakeFirst()
  if (!found) return reject(codes.notFound)
  if (found.state !== 'requested') reject(codes.conflict, 'unblinding.refusal.decided')
  return found
}

/** Returns whether a request concerns the caller, as a member or by the invited address. */
async function concernsCaller({ trx, caller }: Deciding, request: UnblindingRequest): Promise<boolean> {
  const { tenantId, userId, invitationId } = request
  if (userId !== null || invitationId === null) return userId === caller.userId
  const own = await trx
    .selectFrom('invitation')
    .innerJoin('appUser', 'appUser.emailKey', 'invitation.emailKey')
    .select('appUser.id')
    .where('invitation.tenantId', '=', tenantId)
    .where('invitation.id', '=', invitationId)
    .where('appUser.id', '=', caller.userId)
    .where('appUser.emailValid', '=', verified)
    .executeTakeFirst()
  return own !== undefined
}

/**
 * Rejects a decision by whoever made the request, or by whom it concerns: unblinded access takes two people besides.
 * @throws Rejection 403
 */
export async function rejectOwnRequest(deciding: Deciding, request: UnblindingRequest): Promise<void> {
  if (request.requestedBy === deciding.caller.userId) reject(codes.forbidden, 'unblinding.refusal.own')
  if (await concernsCaller(deciding, request)) reject(codes.forbidden, 'unblinding.refusal.yourself')
}

/** Stores a decision on a request, which the caller has locked. */
export async function storeDecision(
  { trx, caller }: Pick<Deciding, 'trx' | 'caller'>,
  { tenantId, id }: Pick<UnblindingRequest, 'tenantId' | 'id'>,
  decision: { readonly state: 'approved' | 'declined'; readonly decisionReason: string },
): Promise<UnblindingRequest> {
  const deciderName = await fullNameOf(trx, caller.userId)
  return trx
    .updateTable('unblinding')
    .set({ ...decision, decidedBy: caller.userId, deciderName, decidedAt: sql<Date>`now()` })
    .set({ updatedAt: sql<Date>`now()`, rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** POST /unblinding/decline. */
export const declineRoute = handle(unblindingDecline, async (work) => {
  const { input, audit } = work
  const before = await requestForUpdate(work, input.id)
  await rejectOwnRequest(work, before)
  const { decisionReason } = input
  const after = await storeDecision(work, before, { state: 'declined', decisionReason })
  await queueDecisionMail(work, after)
  audit({ entity: 'unblinding', entityId: before.id, tenantId: before.tenantId, before, after })
  return null
})

/** POST /unblinding/withdraw. */
export const withdrawRoute = handle(unblindingWithdraw, async (work) => {
  const { trx, input, caller, audit } = work
  const before = await requestForUpdate(work, input.id)
  if (before.requestedBy !== caller.userId) reject(codes.forbidden, 'unblinding.refusal.notRequester')
  const after = await trx
    .updateTable('unblinding')
    .set({ state: 'withdrawn', decidedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
    .set({ rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', before.tenantId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  audit({ entity: 'unblinding', entityId: before.id, tenantId: before.tenantId, before, after })
  return null
})
