import {
  type AccessRequestResponse,
  accessRequestApprove,
  accessRequestDecline,
  type Call,
  codes,
} from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { inTenants } from '../../platform/crud/index.ts'
import { toJson } from '../../platform/database/json.ts'
import type { AccessRequestTable } from '../../platform/database/tables/access-requests.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle, handleOwn } from '../../platform/http/route.ts'
import type { OwnWork, Work } from '../../platform/http/work.ts'
import { accessFields } from '../access/index.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { askRoles, type LinkedStudy } from '../products/linked/index.ts'
import { spendCalling } from '../studies/calling.ts'
import {
  grantAgain,
  linkIn,
  rejectWithoutUrl,
  type StudyInvitation,
  saveAndDeliver,
  saveInvitation,
} from '../studies/study-invitations/index.ts'
import { lockOpenInvitations } from '../tenants/invitations/index.ts'
import { queueDecisionMail } from './decision-mail.ts'
import { isOfAnother, isRequestShownTo, stateOf } from './state.ts'
import { grantOf } from './wanted.ts'

type Deciding = Pick<Work<Call>, 'trx' | 'as' | 'caller' | 'services'>

export type Request = Selectable<AccessRequestTable>

/**
 * Returns and locks an open request in one of the caller's tenants. Of two concurrent decisions, the second is
 * rejected.
 * @throws Rejection 404 if it does not exist or is not shown to the caller, 409 if it is no longer open, 403 if it is
 * the caller's own
 */
async function requestForUpdate({ trx, as, caller }: Deciding, id: string): Promise<Request> {
  const found = await trx
    .selectFrom('accessRequest')
    .selectAll('accessRequest')
    .select([stateOf.as('reached'), isOfAnother(caller).as('isOfAnother')])
    .where('accessRequest.id', '=', id)
    .where(inTenants(as, 'accessRequest.tenantId'))
    .where(isRequestShownTo(caller))
    .forUpdate('accessRequest')
    .executeTakeFirst()
  if (!found) return reject(codes.notFound)
  const { reached, isOfAnother: isDecidable, ...request } = found
  if (!isDecidable) reject(codes.forbidden, 'accessRequest.refusal.own')
  if (reached === 'ended') reject(codes.conflict, 'accessRequest.refusal.ended')
  if (reached !== 'requested') reject(codes.conflict, 'accessRequest.refusal.decided')
  return request
}

interface Decision {
  readonly state: 'approved' | 'declined'
  readonly decisionReason: string
  /** JSON text of what was approved. */
  readonly granted?: string | null
}

/** Stores a decision on a request, which the caller has locked, and notifies the person by mail. */
async function storeDecision(
  deciding: Deciding,
  { tenantId, id }: Request,
  decision: Decision,
): Promise<Request> {
  const { trx, caller } = deciding
  const deciderName = await fullNameOf(trx, caller.userId)
  const after = await trx
    .updateTable('accessRequest')
    .set({ ...decision, decidedBy: caller.userId, deciderName, decidedAt: sql<Date>`now()` })
    .set({ updatedAt: sql<Date>`now()`, rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await queueDecisionMail(deciding, after)
  return after
}

/** POST /accessRequest/decline. */
export const declineRoute = handle(accessRequestDecline, async (work) => {
  const { input, audit } = work
  const before = await requestForUpdate(work, input.id)
  const { decisionReason } = input
  const after = await storeDecision(work, before, { state: 'declined', decisionReason })
  audit({ entity: 'access_request', entityId: before.id, tenantId: before.tenantId, before, after })
  return null
})

type Approving = OwnWork<typeof accessRequestApprove>

/** Fields of the call on which issues are reported. Nobody is invited, so the fields of invitations never are. */
const fields: StudyInvitation['fields'] = {
  ...accessFields,
  people: 'replacing',
  addresses: 'id',
  role: 'id',
  type: 'id',
  sites: 'siteIds',
  roles: 'roleId',
}

/** Returns what the call grants, with the names of the product. */
async function invitationOf(
  { input, services, language }: Approving,
  { tenantId, studyUrlId, tenantUserId }: Request,
  link: LinkedStudy,
): Promise<StudyInvitation> {
  const grant = grantOf(link, await askRoles(services, link, language), input)
  return { ...grantAgain({ tenantId, studyUrlId, tenantUserId, grant }, link), fields }
}

/**
 * Saves the approval and the authorization in one transaction, under the rules for a new one. If anything is rejected,
 * the request stays open.
 */
const approving =
  ({ input }: Approving, { id, tenantId, rowVersion }: Request): typeof saveInvitation =>
  async (job, invitation, replacing) => {
    // Every transaction that grants access in the tenant takes this lock first.
    await lockOpenInvitations(job.trx, tenantId, [])
    const before = await requestForUpdate(job, id)
    if (before.rowVersion !== (input.rowVersion ?? rowVersion))
      reject(codes.conflict, 'accessRequest.refusal.stale')
    let list: unknown
    const audit: typeof job.audit = ({ after }) => {
      list = after && 'list' in after ? after.list : []
    }
    const saved = await saveInvitation({ ...job, audit }, invitation, replacing)
    const { decisionReason } = input
    const granted = toJson(invitation.grant)
    const after = await storeDecision(job, before, { state: 'approved', decisionReason, granted })
    job.audit({
      entity: 'access_request',
      entityId: id,
      tenantId,
      before: { ...before, ...before.wanted },
      after: { ...after, list, ...invitation.grant },
    })
    return saved
  }

/** POST /accessRequest/approve. */
export const approveRoute = handleOwn(accessRequestApprove, async (work): Promise<AccessRequestResponse> => {
  const { input, asCaller } = work
  const { request, link } = await asCaller(async (trx) => {
    const request = await requestForUpdate({ ...work, trx }, input.id)
    return { request, link: await linkIn({ trx }, request.tenantId, request.studyUrlId) }
  })
  rejectWithoutUrl(link)
  await spendCalling(work)
  const invitation = await invitationOf(work, request, link)
  const replacing = input.replacing ? [request.tenantUserId] : []
  const { outcomes } = await saveAndDeliver(work, invitation, replacing, approving(work, request))
  const [outcome] = outcomes
  return {
    state: responses.find((state) => state === outcome?.state) ?? 'waiting',
    reason: outcome?.reason ?? '',
  }
})

const responses = ['approval', 'planned', 'training', 'waiting', 'accepted', 'refused'] as const
