import { codes, type ProductResponse, productRefusalRetry } from '@atrium/contract'
import { rejectingDeletedReferences } from '../../../platform/crud/index.ts'
import { reject, rejectFields } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { claimLicence } from '../../products/licences/index.ts'
import { lockOpenInvitations } from '../../tenants/invitations/index.ts'
import { approvedFor, isUnblinding } from '../blinding/index.ts'
import { spendCalling } from '../calling.ts'
import { blindingIssues, rejectOtherBlinding } from './blinding.ts'
import { type Batch, deliverBatch } from './deliver-batch.ts'
import { dutyIssues } from './duties.ts'
import { grantAgain } from './grant-again.ts'
import type { StudyInvitation } from './invitation.ts'
import { linkIn, rejectWithoutUrl } from './link.ts'
import { endedIssues } from './period.ts'
import { asAudited, type Rejection, rejectionForUpdate, rejectionOf } from './rejections.ts'
import { authorize, keepGrants, peopleOf } from './save.ts'

type Job = Pick<
  Work<typeof productRefusalRetry>,
  'caller' | 'as' | 'language' | 'services' | 't' | 'trx' | 'audit'
>

/** Saves a rejected authorization as pending again, under the rules for a new grant. */
async function saveRetry(job: Job, refusal: Rejection, invitation: StudyInvitation): Promise<Batch> {
  const { trx, audit } = job
  const { id, tenantId, studyUrlId, tenantUserId, rowVersion, replacedStudyUserIds } = refusal
  // Every transaction that grants access in the tenant takes this lock first.
  await lockOpenInvitations(trx, tenantId, [])
  const link = await linkIn(job, tenantId, studyUrlId)
  const people = await peopleOf(job, invitation)
  if (people.some(({ disabled }) => disabled)) reject(codes.conflict, 'productRefusal.refusal.disabled')
  rejectFields([
    ...endedIssues(job, invitation),
    ...(await blindingIssues(trx, { invitation, studyId: link.scope.study.id, people })),
    ...(await dutyIssues(job, invitation, link, people)),
  ])
  if (isUnblinding(link.authorizationStyle, invitation.grant)) {
    const approved = await approvedFor(trx, invitation, invitation.grant, [tenantUserId])
    if (!approved.has(tenantUserId)) reject(codes.conflict, 'unblinding.refusal.unapproved')
  }
  const claim = { tenantId, softwareId: link.softwareId, counted: 'users' } as const
  const add = async () => {
    const current = await rejectionForUpdate(job, id)
    if (current.rowVersion !== rowVersion) reject(codes.conflict, 'productRefusal.refusal.decided')
    const who = { column: 'tenantUserId', ids: [tenantUserId] } as const
    const added = await authorize(job, invitation, who, job.caller.userId)
    return keepGrants(job, invitation, who, {
      grantedBy: job.caller.userId,
      added,
      replaced: new Map([[tenantUserId, replacedStudyUserIds]]),
    })
  }
  // A site may be removed from the study concurrently.
  const list = await claimLicence(job, claim, () => rejectingDeletedReferences(add))
  const before = { list: [asAudited(refusal)] }
  const after = { list, ...invitation.grant }
  audit({ entity: 'product_authorization', entityId: studyUrlId, tenantId, before, after })
  return { tenantId, batchId: list[0]?.batchId ?? '' }
}

/**
 * Handles POST /studyUser/pre/rejection/retry. The caller becomes the grantor. As with a new grant, it is saved first
 * and then delivered; an unresponsive product is called again later.
 */
export const retryRoute = handleOwn(productRefusalRetry, async (work): Promise<ProductResponse> => {
  const { input, services, asCaller } = work
  const { refusal, link } = await asCaller(async (trx) => {
    const refusal = await rejectionOf({ ...work, trx }, input.id)
    return { refusal, link: await linkIn({ trx }, refusal.tenantId, refusal.studyUrlId) }
  })
  rejectWithoutUrl(link)
  await spendCalling(work)
  const invitation = grantAgain({ ...refusal, grant: refusal.refusedGrants ?? refusal.grants }, link)
  await rejectOtherBlinding(work, invitation)
  const batch = await asCaller((trx, audit) => saveRetry({ ...work, trx, audit }, refusal, invitation))
  const results = await deliverBatch(services, batch, { late: false })
  const { state, message } = results.get(refusal.tenantUserId) ?? { state: 'waiting', message: '' }
  return { state, reason: message }
})
