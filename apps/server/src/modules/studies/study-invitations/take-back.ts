import { productRefusalTakeBack } from '@atrium/contract'
import { sql } from 'kysely'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { rejectUnlessReachesIn } from '../../access/index.ts'
import { asAudited, type Rejection, rejectionForUpdate } from './rejections.ts'

type Job = Work<typeof productRefusalTakeBack>

/** Ends the rejected authorization; grants that the product accepted earlier remain. */
async function endRejected({ trx }: Job, { tenantId, id, acceptedGrants }: Rejection): Promise<void> {
  if (acceptedGrants === null) {
    await trx
      .deleteFrom('productAuthorization')
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute()
    return
  }
  await trx
    .updateTable('productAuthorization')
    .set({ refusedGrants: null, replacedStudyUserIds: [], message: '', updatedAt: sql<Date>`now()` })
    .set({ rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/**
 * SQL condition: no reason remains for the role of a `tenant_user`. An invitation gave it, and the user has no study
 * authorization, product grant or department.
 */
const restsOnNothing = (invitationId: string) => sql<boolean>`
  exists (select from invitation where invitation.tenant_id = tenant_user.tenant_id
    and invitation.id = ${invitationId} and invitation.made_member
    and invitation.role_id = tenant_user.role_id)
  and not exists (select from study_user where study_user.tenant_id = tenant_user.tenant_id
    and study_user.tenant_user_id = tenant_user.id)
  and not exists (select from product_authorization where product_authorization.tenant_id = tenant_user.tenant_id
    and product_authorization.tenant_user_id = tenant_user.id)
  and not exists (select from department_user where department_user.tenant_id = tenant_user.tenant_id
    and department_user.tenant_user_id = tenant_user.id)`

/**
 * Ends the tenant role if this authorization's invitation was the only reason for it.
 * @returns the role that ended, or null
 */
async function endRole({ trx, caller }: Job, rejection: Rejection): Promise<string | null> {
  const { tenantId, tenantUserId, fromInvitationId, userId } = rejection
  if (fromInvitationId === null) return null
  const found = await trx
    .selectFrom('tenantUser')
    .select('roleId')
    .where('tenantId', '=', tenantId)
    .where('id', '=', tenantUserId)
    .where(restsOnNothing(fromInvitationId))
    .executeTakeFirst()
  if (!found) return null
  await rejectUnlessReachesIn(trx, caller, { tenantId, userId })
  const ended = await trx
    .updateTable('tenantUser')
    .set({ roleId: null, updatedAt: sql<Date>`now()`, rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', tenantUserId)
    .where(restsOnNothing(fromInvitationId))
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n ? found.roleId : null
}

/** POST /studyUser/pre/rejection/takeBack. Of two concurrent decisions, the second is rejected. */
export const takeBackRoute = handle(productRefusalTakeBack, async (job) => {
  const { input, audit } = job
  const rejection = await rejectionForUpdate(job, input.id)
  const { tenantId, studyUrlId, acceptedGrants } = rejection
  await endRejected(job, rejection)
  const roleId = acceptedGrants === null ? await endRole(job, rejection) : null
  const before = asAudited(rejection)
  const kept = acceptedGrants === null ? [] : [{ ...before, reason: '' }]
  audit({
    entity: 'product_authorization',
    entityId: studyUrlId,
    tenantId,
    before: { list: [before], ...(roleId !== null && { roleId }) },
    after: { list: kept, ...(roleId !== null && { roleId: null }) },
  })
  return null
})
