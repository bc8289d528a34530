import { codes, tenantUserDelete } from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import { countHolds } from '../../legal-holds/index.ts'
import { withdrawInvitationsOf } from '../invitations/index.ts'
import { type Membership, membershipForUpdate } from './membership.ts'

/** Counts the studies in which a tenant user is authorized. */
const authorizationsOf = async (trx: Trx, { tenantId, id }: Membership): Promise<number> => {
  const { count } = await trx
    .selectFrom('studyUser')
    .select((from) => from.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('tenantUserId', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** GET /tenantUser/delete: removes a user from a tenant and its departments. The account remains. */
export const tenantUserDeleteRoute = handle(tenantUserDelete, async (job) => {
  const { input, caller, trx, audit } = job
  const row = await membershipForUpdate(job, input.id)
  const { tenantId, id } = row
  if (row.userId === caller.userId) reject(codes.conflict, 'tenantUser.refusal.removesSelf')
  const count = await authorizationsOf(trx, row)
  if (count > 0) reject(codes.conflict, 'tenantUser.refusal.authorized', { count })
  if ((await countHolds(trx, { tenantId, userId: row.userId })) > 0)
    reject(codes.conflict, 'privacy.refusal.held')
  const invitations = await withdrawInvitationsOf(trx, tenantId, row.userId)
  await trx.deleteFrom('tenantUser').where('tenantId', '=', tenantId).where('id', '=', id).execute()
  audit({ entity: 'tenant_user', entityId: id, tenantId, before: { ...row, invitations } })
  return null
})
