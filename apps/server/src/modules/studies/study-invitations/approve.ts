import { codes, languageOf, type UnblindingResponse, unblindingApprove } from '@atrium/contract'
import { sql } from 'kysely'
import { rejectingDeletedReferences } from '../../../platform/crud/index.ts'
import { reject, rejectFields } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { holdsIn } from '../../access/index.ts'
import { claimLicence } from '../../products/licences/index.ts'
import type { LinkedStudy } from '../../products/linked/index.ts'
import { lockOpenInvitations } from '../../tenants/invitations/index.ts'
import {
  queueDecisionMail,
  rejectOwnRequest,
  requestForUpdate,
  storeDecision,
  type UnblindingRequest,
} from '../blinding/index.ts'
import { spendCalling } from '../calling.ts'
import { blindingIssues, rejectOtherBlinding } from './blinding.ts'
import { deliverBatch } from './deliver-batch.ts'
import { dutyIssues } from './duties.ts'
import { grantAgain } from './grant-again.ts'
import type { Person, StudyInvitation } from './invitation.ts'
import { linkIn, rejectWithoutUrl } from './link.ts'
import { endedIssues, isPlanned } from './period.ts'
import { presentOf } from './present.ts'
import { grantTo, peopleOf } from './save.ts'

type Job = Pick<
  Work<typeof unblindingApprove>,
  'caller' | 'as' | 'language' | 'services' | 't' | 'trx' | 'audit' | 'input'
>

const invitationOf = (request: UnblindingRequest, link: LinkedStudy): StudyInvitation =>
  grantAgain({ ...request, grant: request.grants }, link)

/** Rejects approving a request whose requester could no longer make it. */
async function rejectWithoutRequester({ trx }: Job, request: UnblindingRequest): Promise<void> {
  const { requestedBy, tenantId } = request
  const requester = { userId: sql.val(requestedBy), tenantId: sql.val(tenantId) }
  const { rows } = await sql<{ may: boolean }>`
    select can_sign_in(${requestedBy}) and (${holdsIn(requester, 'authorization')}
      or ${holdsIn(requester, 'accessRequest')}) as may`.execute(trx)
  if (!rows[0]?.may) reject(codes.conflict, 'unblinding.refusal.requester')
}

/** Locks the invitation of a request for somebody who has not joined yet. @returns the invited address */
async function checkInvitation({ trx }: Job, { tenantId, invitationId }: UnblindingRequest): Promise<string> {
  const open = await trx
    .selectFrom('invitation')
    .select('email')
    .where('tenantId', '=', tenantId)
    .where('id', '=', invitationId)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  return open?.email ?? reject(codes.conflict, 'unblinding.refusal.invitation')
}

/** Rejects approving a request for somebody who has left the tenant or is disabled there. */
function checkPeople(people: readonly Person[]): void {
  if (people.length === 0) reject(codes.conflict, 'unblinding.refusal.left')
  if (people.some(({ disabled }) => disabled)) reject(codes.conflict, 'unblinding.refusal.disabled')
}

/**
 * Approves a request, under the rules for a new grant, and authorizes the person.
 * @returns the id of the batch to deliver; undefined if the person has not joined yet
 */
async function saveApproval(
  job: Job,
  { id, tenantId, rowVersion }: UnblindingRequest,
): Promise<string | undefined> {
  const { trx, audit, input } = job
  // Every transaction that grants access in the tenant takes this lock first.
  await lockOpenInvitations(trx, tenantId, [])
  const before = await requestForUpdate(job, id)
  if (before.rowVersion !== rowVersion) reject(codes.conflict, 'unblinding.refusal.decided')
  await rejectOwnRequest(job, before)
  await rejectWithoutRequester(job, before)
  const { studyUrlId, tenantUserId, invitationId, requestedBy } = before
  const link = await linkIn(job, tenantId, studyUrlId)
  const invitation = invitationOf(before, link)
  const people = await peopleOf(job, invitation)
  const addresses = tenantUserId === null ? [await checkInvitation(job, before)] : []
  if (tenantUserId !== null) checkPeople(people)
  const checked = { ...invitation, addresses }
  rejectFields([
    ...endedIssues(job, checked),
    ...(await blindingIssues(trx, { invitation: checked, studyId: link.scope.study.id, people })),
    ...(await dutyIssues(job, checked, link, people)),
  ])
  const { decisionReason } = input
  const after = await storeDecision(job, before, { state: 'approved', decisionReason })
  await queueDecisionMail(job, after)
  const presents = await presentOf(trx, invitation, people, { locks: true })
  const who =
    tenantUserId === null
      ? ({ column: 'invitationId', ids: [invitationId ?? ''] } as const)
      : ({ column: 'tenantUserId', ids: [tenantUserId] } as const)
  const granting = { ...job, language: languageOf(before.language) }
  const grantedBy = requestedBy ?? job.caller.userId
  const claim = { tenantId, softwareId: link.softwareId, counted: 'users' } as const
  // A site may be removed from the study concurrently.
  const list = await claimLicence(job, claim, () =>
    rejectingDeletedReferences(() => grantTo(granting, invitation, who, { presents, grantedBy })),
  )
  audit({
    entity: 'unblinding',
    entityId: id,
    tenantId,
    before,
    after: { ...after, list, ...invitation.grant },
  })
  return tenantUserId === null ? undefined : list[0]?.batchId
}

/**
 * Handles POST /unblinding/approve. The grant is saved first and then delivered, as with a new one; an unresponsive
 * product is called again later. The requester stays its grantor.
 */
export const approveRoute = handleOwn(unblindingApprove, async (work): Promise<UnblindingResponse> => {
  const { input, services, asCaller } = work
  const { request, link } = await asCaller(async (trx) => {
    const request = await requestForUpdate({ ...work, trx }, input.id)
    await rejectOwnRequest({ ...work, trx }, request)
    return { request, link: await linkIn({ trx }, request.tenantId, request.studyUrlId) }
  })
  rejectWithoutUrl(link)
  await spendCalling(work)
  await rejectOtherBlinding(work, invitationOf(request, link))
  const batchId = await asCaller((trx, audit) => saveApproval({ ...work, trx, audit }, request))
  if (batchId === undefined) return { state: 'sent', reason: work.t('unblinding.reason.joining') }
  const { grants, tenantUserId } = request
  if (isPlanned(work, grants)) {
    const reason = work.t('studyInvitation.reason.planned', { day: grants.accessFrom })
    return { state: 'planned', reason }
  }
  const results = await deliverBatch(services, { tenantId: request.tenantId, batchId }, { late: false })
  const { state, message } = results.get(tenantUserId ?? '') ?? { state: 'waiting', message: '' }
  return { state, reason: message }
})
