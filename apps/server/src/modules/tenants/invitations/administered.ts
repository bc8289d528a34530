import { codes } from '@atrium/contract'
import { inTenants } from '../../../platform/crud/index.ts'
import type { RunAs, Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'

interface Administering {
  readonly trx: Trx
  readonly as: RunAs
}

const invitations = ({ trx, as }: Administering, id: string) =>
  trx.selectFrom('invitation').selectAll().where('id', '=', id).where(inTenants(as, 'invitation.tenantId'))

/**
 * Returns an invitation into one of the caller's tenants.
 * @throws Rejection 404 if it does not exist
 */
export const invitationOf = async (job: Administering, id: string) =>
  (await invitations(job, id).executeTakeFirst()) ?? reject(codes.notFound)

/**
 * Reads and locks a pending invitation into one of the caller's tenants, expired or not.
 * @throws Rejection 404 if it does not exist, 409 if it has been accepted or withdrawn
 */
export async function pendingForUpdate(job: Administering, id: string) {
  const found = (await invitations(job, id).forUpdate().executeTakeFirst()) ?? reject(codes.notFound)
  if (found.status === 'accepted') reject(codes.conflict, 'invitation.refusal.isAccepted')
  if (found.status === 'withdrawn') reject(codes.conflict, 'invitation.refusal.isWithdrawn')
  return found
}
