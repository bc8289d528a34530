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
import { rejectOtherBlinding } from './blinding.ts'
import { spendCalling } from './calling.ts'
import type { Person, StudyInvitation } from './invitation.ts'
import { type Saved, saveInvitation } from './save.ts'
import { type Told, tellBatch } from './tell.ts'

/** After so long the rest is told of later, and the screen answers, in milliseconds. */
const notificationTimeout = 30_000

/**
 * Limits are spent before anything is looked up. Those of a tenant only by who may invite there.
 */
async function spendLimits(
  work: OwnWork<Call>,
  { tenantId, addresses }: Pick<StudyInvitation, 'tenantId' | 'addresses'>,
): Promise<void> {
  await work.asCaller((trx, audit) => checkWritable({ ...work, trx, audit, input: undefined }, tenantId))
  await spendCalling(work)
  if (addresses.length > 0) await spendInviting(work, tenantId, addresses.length)
}

/**
 * Tells the product of everybody, a batch after the other, as long as it answers. What is left is told of later, by
 * whoever looks after what is due.
 */
async function tell(
  { services }: Pick<OwnWork<Call>, 'services'>,
  tenantId: string,
  { batchIds }: Saved,
): Promise<{ readonly told: ReadonlyMap<string, Told>; readonly reason: string }> {
  const told = new Map<string, Told>()
  const deadline = performance.now() + notificationTimeout
  for (const batchId of batchIds) {
    const responses = await tellBatch(services, { tenantId, batchId }, { late: false })
    for (const [tenantUserId, response] of responses) told.set(tenantUserId, response)
    const unanswered = [...responses.values()].find(({ state }) => state === 'waiting')
    if (unanswered || performance.now() > deadline) return { told, reason: unanswered?.message ?? '' }
  }
  return { told, reason: '' }
}

/**
 * Authorizes people in a product for a study: whoever is in the tenant directly, anybody else by an e-mail and at its
 * acceptance. What is to be is saved first; then the product is told, outside of any transaction. What it rejects is
 * taken back, and of what it does not answer it is told until it does: nothing is lost, and the same sent twice is once.
 */
export async function inviteToStudy(
  work: OwnWork<Call>,
  invitation: StudyInvitation,
): Promise<InvitationResult> {
  const { t } = work
  await spendLimits(work, invitation)
  await rejectOtherBlinding(work, invitation)
  const saved = await work.asCaller((trx, audit) => saveInvitation({ ...work, trx, audit }, invitation))
  const { told, reason } = await tell(work, invitation.tenantId, saved)
  const ofPerson = ({ tenantUserId, fullName, disabled, chosen, emailKey }: Person): InvitationOutcome => {
    const name = chosen ? fullName : `${shownEmail(emailKey ?? '')} (${fullName})`
    if (disabled) return { name, state: 'unauthorized', reason: t('studyInvitation.reason.disabled') }
    const { state, message } = told.get(tenantUserId) ?? { state: 'waiting', message: reason }
    const silent = state === 'refused' ? t('studyInvitation.reason.refused') : ''
    return { name, state, reason: message || silent }
  }
  const ofAddress = (address: string): InvitationOutcome => {
    const name = shownEmail(address)
    return saved.unsent.has(address)
      ? { name, state: 'unsent', reason: t('studyInvitation.reason.mailLimit') }
      : { name, state: 'sent', reason: '' }
  }
  const outcomes = [...saved.people.map(ofPerson), ...saved.invited.map(ofAddress)]
  const isDone = ({ state }: InvitationOutcome) => state === 'accepted' || state === 'sent'
  const isRejected = ({ tenantUserId }: Person) => told.get(tenantUserId)?.state === 'refused'
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
