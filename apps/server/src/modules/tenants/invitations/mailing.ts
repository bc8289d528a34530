import { type Call, codes } from '@atrium/contract'
import { reject } from '../../../platform/http/rejection.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { consumeLimit } from '../../identity/limits/index.ts'

/**
 * Counts invited addresses towards the daily limits of the inviter and of the tenant. The tenant's limit also covers
 * inviters who have invited further accounts of their own, so that they cannot flood strangers' mailboxes. Rejected
 * attempts count too.
 * @throws Rejection 20004 if the rest of a limit is too small
 */
export async function spendInviting(
  { caller, services, system }: OwnWork<Call>,
  tenantId: string,
  amount: number,
): Promise<void> {
  const window = { dayIn: services.profile.timeZone }
  const { ofPersonADay, ofTenantADay } = services.profile.limits.invitations
  const own = { bucket: `inviting:${caller.userId}`, max: ofPersonADay, window }
  const ofTenant = { bucket: `inviting:tenant:${tenantId}`, max: ofTenantADay, window }
  const used = await system(async (trx) => {
    if (!(await consumeLimit(trx, own, amount))) return 'own'
    return (await consumeLimit(trx, ofTenant, amount)) ? undefined : 'of the tenant'
  })
  if (used === 'own') reject(codes.limitReached, 'studyInvitation.refusal.mailedOften', { max: ofPersonADay })
  if (used === 'of the tenant')
    reject(codes.limitReached, 'studyInvitation.refusal.tenantMailedOften', { max: ofTenantADay })
}
