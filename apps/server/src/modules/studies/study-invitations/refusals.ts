import { codes } from '@atrium/contract'
import type { Caller } from '../../../platform/caller/caller.ts'
import { inTenants } from '../../../platform/crud/index.ts'
import type { RunAs, Trx } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { isRefused } from '../../tenants/invitations/index.ts'

interface Deciding {
  readonly trx: Trx
  readonly as: RunAs
  readonly caller: Caller
}

const refusals = ({ trx, as }: Deciding, id: string) =>
  trx
    .selectFrom('productAuthorization')
    .innerJoin('tenantUser', (join) =>
      join
        .onRef('tenantUser.tenantId', '=', 'productAuthorization.tenantId')
        .onRef('tenantUser.id', '=', 'productAuthorization.tenantUserId'),
    )
    .select(['productAuthorization.id', 'productAuthorization.tenantId', 'productAuthorization.studyUrlId'])
    .select(['productAuthorization.state', 'productAuthorization.message as reason'])
    .select(['productAuthorization.grants', 'productAuthorization.acceptedGrants'])
    .select(['productAuthorization.refusedGrants', 'productAuthorization.fromInvitationId'])
    .select([
      'productAuthorization.rowVersion',
      'productAuthorization.grantedBy',
      'tenantUser.id as tenantUserId',
      'tenantUser.userId',
    ])
    .select(isRefused.as('isRefused'))
    .where('productAuthorization.id', '=', id)
    .where(inTenants(as, 'productAuthorization.tenantId'))

export type Refusal = Awaited<ReturnType<typeof refusalOf>>

/**
 * Returns an undecided refusal in a tenant of the caller's.
 * @throws Refusal 404 where there is none, 409 where it has been decided, 403 where it is the caller's own
 */
export async function refusalOf(deciding: Deciding, id: string) {
  const found = (await refusals(deciding, id).executeTakeFirst()) ?? refuse(codes.notFound)
  if (!found.isRefused) refuse(codes.conflict, 'productRefusal.refusal.decided')
  if (found.userId === deciding.caller.userId) refuse(codes.forbidden, 'productRefusal.refusal.own')
  return found
}

/** The same, which stays as it is until the transaction ends: of two decisions at once the second finds it decided. */
export async function refusalForUpdate(deciding: Deciding, id: string): Promise<Refusal> {
  await refusals(deciding, id).forUpdate('productAuthorization').execute()
  return refusalOf(deciding, id)
}

/** A refusal as events of the audit trail show it. */
export const asAudited = ({ id, tenantId, studyUrlId, tenantUserId, grantedBy, state, reason }: Refusal) => ({
  id,
  tenantId,
  studyUrlId,
  tenantUserId,
  grantedBy,
  state,
  reason,
})
