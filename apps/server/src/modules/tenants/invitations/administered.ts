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

/** An invitation into a tenant of the caller's. @throws Rejection 404 if there is none */
export const invitationOf = async (job: Administering, id: string) =>
  (await invitations(job, id).executeTakeFirst()) ?? reject(codes.notFound)

/**
 * A pending invitation into a tenant of the caller's, expired or not, held until the transaction ends.
 * @throws Rejection 404 if there is none, 409 if it has been accepted or withdrawn
 */
export async function pendingForUpdate(job: Administering, id: string) {
  const found = (await invitations(job, id).forUpdate().executeTakeFirst()) ?? reject(codes.notFound)
  if (found.status === 'accepted') reject(codes.conflict, 'invitation.refusal.isAccepted')
  if (found.status === 'withdrawn') reject(codes.conflict, 'invitation.refusal.isWithdrawn')
  return found
}
