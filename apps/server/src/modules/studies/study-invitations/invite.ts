import {
  type Call,
  type InvitationOutcome,
  type InvitationResult,
  outcomeLine,
  shownEmail,
} from '@atrium/contract'
import { checkWritable } from '../../../platform/crud/index.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { spendInviting } from '../../tenants/invitations/index.ts'
import { spendCalling } from '../calling.ts'
import { rejectOtherBlinding } from './blinding.ts'
import { type DeliveryResult, deliverBatch } from './deliver-batch.ts'
import type { Person, StudyInvitation } from './invitation.ts'
import { isPlanned } from './period.ts'
import { type Saved, saveInvitation } from './save.ts'

/** Time in milliseconds after which the call returns; remaining deliveries continue in the background. */
const deliveryTimeout = 30_000

/**
 * Consumes the rate limits before any lookup. The tenant's limits are consumed only if the caller may invite there.
 */
async function spendLimits(
  work: OwnWork<Call>,
  { tenantId, addresses }: Pick<StudyInvitation, 'tenantId' | 'addresses'>,
): Promise<void> {
  await work.asCaller((trx) => checkWritable({ ...work, trx }, tenantId))
  await spendCalling(work)
  if (addresses.length > 0) await spendInviting(work, tenantId, addresses.length)
}

/**
 * Delivers the batches one after another while the product responds. The rest is delivered in the background.
 */
async function deliver(
  { services }: Pick<OwnWork<Call>, 'services'>,
  tenantId: string,
  { batchIds }: Saved,
): Promise<{ readonly results: ReadonlyMap<string, DeliveryResult>; readonly reason: string }> {
  const results = new Map<string, DeliveryResult>()
  const deadline = performance.now() + deliveryTimeout
  for (const batchId of batchIds) {
    const responses = await deliverBatch(services, { tenantId, batchId }, { late: false })
    for (const [tenantUserId, response] of responses) results.set(tenantUserId, response)
    const unanswered = [...responses.values()].find(({ state }) => state === 'waiting')
    if (unanswered || performance.now() > deadline) return { results, reason: unanswered?.message ?? '' }
  }
  return { results, reason: '' }
}

/**
 * Saves an invitation, delivers it to the product without an open transaction, and describes the outcome for each
 * person. Removes rejected grants again, and retries grants without a response.
 * @param replacing ids of the tenant users whose present authorization may be replaced
 * @param save saves the invitation in the transaction, with the audit event
 */
export async function saveAndDeliver(
  work: OwnWork<Call>,
  invitation: StudyInvitation,
  replacing: readonly string[],
  save: typeof saveInvitation = saveInvitation,
): Promise<InvitationResult> {
  const { t } = work
  const saved = await work.asCaller((trx, audit) => save({ ...work, trx, audit }, invitation, replacing))
  const { results, reason } = await deliver(work, invitation.tenantId, saved)
  const planned = t('studyInvitation.reason.planned', { day: invitation.grant.accessFrom ?? '' })
  const ofPerson = ({ tenantUserId, disabled, chosen, emailKey, ...person }: Person): InvitationOutcome => {
    const name = chosen ? person.name : `${shownEmail(emailKey ?? '')} (${person.name})`
    if (disabled) return { name, state: 'unauthorized', reason: t('studyInvitation.reason.disabled') }
    if (saved.requested.has(tenantUserId))
      return { name, state: 'approval', reason: t('studyInvitation.reason.approval') }
    if (isPlanned(work, invitation.grant)) return { name, state: 'planned', reason: planned }
    const { state, message } = results.get(tenantUserId) ?? { state: 'waiting', message: reason }
    const silent = state === 'refused' ? t('studyInvitation.reason.refused') : ''
    return { name, state, reason: message || silent }
  }
  const ofAddress = (address: string): InvitationOutcome => {
    const name = shownEmail(address)
    return saved.unsent.has(address)
      ? { name, state: 'unsent', reason: t('studyInvitation.reason.mailLimit') }
      : {
          name,
          state: 'sent',
          reason: saved.requested.has(address) ? t('studyInvitation.reason.approval') : '',
        }
  }
  const outcomes = [...saved.people.map(ofPerson), ...saved.invited.map(ofAddress)]
  const isDone = ({ state }: InvitationOutcome) => state === 'accepted' || state === 'sent'
  const isRejected = ({ tenantUserId }: Person) => results.get(tenantUserId)?.state === 'refused'
  return {
    success: outcomes.filter(isDone).map(({ name }) => name),
    failure: outcomes.filter((one) => !isDone(one)).map((one) => outcomeLine(t, one)),
    outcomes,
    retry: {
      userList: saved.people.filter(isRejected).map(({ tenantUserId }) => tenantUserId),
      EmailList: [],
    },
  }
}

/**
 * Authorizes people in a product for a study: members of the tenant directly, others by an e-mail and after they
 * accept it. Nothing is lost, and the same request sent twice counts once.
 * @param replacing ids of the tenant users whose present authorization may be replaced
 */
export async function inviteToStudy(
  work: OwnWork<Call>,
  invitation: StudyInvitation,
  replacing: readonly string[],
): Promise<InvitationResult> {
  await spendLimits(work, invitation)
  await rejectOtherBlinding(work, invitation)
  return saveAndDeliver(work, invitation, replacing)
}
