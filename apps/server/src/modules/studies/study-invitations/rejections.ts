import { codes } from '@atrium/contract'
import type { Caller } from '../../../platform/caller/caller.ts'
import { inTenants } from '../../../platform/crud/index.ts'
import type { RunAs, Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { isRejected } from '../../tenants/invitations/index.ts'
import { isShownTo } from '../blinding/index.ts'

interface Deciding {
  readonly trx: Trx
  readonly as: RunAs
  readonly caller: Caller
}

const rejections = ({ trx, as, caller }: Deciding, id: string) =>
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
    .select('productAuthorization.replacedStudyUserIds')
    .select([
      'productAuthorization.rowVersion',
      'productAuthorization.grantedBy',
      'tenantUser.id as tenantUserId',
      'tenantUser.userId',
    ])
    .select(isRejected.as('isRejected'))
    .where('productAuthorization.id', '=', id)
    .where(isShownTo(caller, 'productAuthorization.studyUrlId'))
    .where(inTenants(as, 'productAuthorization.tenantId'))

export type Rejection = Awaited<ReturnType<typeof rejectionOf>>

/**
 * Returns an undecided rejection in one of the caller's tenants.
 * @throws Rejection 404 if it does not exist or is not shown to the caller, 409 if it has been decided, 403 if it concerns the caller
 */
export async function rejectionOf(deciding: Deciding, id: string) {
  const found = (await rejections(deciding, id).executeTakeFirst()) ?? reject(codes.notFound)
  if (!found.isRejected) reject(codes.conflict, 'productRefusal.refusal.decided')
  if (found.userId === deciding.caller.userId) reject(codes.forbidden, 'productRefusal.refusal.own')
  return found
}

/**
 * Returns and locks an undecided rejection until the transaction ends. Of two concurrent decisions, the second is
 * rejected.
 */
export async function rejectionForUpdate(deciding: Deciding, id: string): Promise<Rejection> {
  await rejections(deciding, id).forUpdate('productAuthorization').execute()
  return rejectionOf(deciding, id)
}

/** Returns the part of a rejection that audit events contain. */
export const asAudited = ({
  id,
  tenantId,
  studyUrlId,
  tenantUserId,
  grantedBy,
  state,
  reason,
}: Rejection) => ({
  id,
  tenantId,
  studyUrlId,
  tenantUserId,
  grantedBy,
  state,
  reason,
})
