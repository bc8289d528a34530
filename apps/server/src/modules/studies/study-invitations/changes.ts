import type { Call, InvitationChanges } from '@atrium/contract'
import { checkReadable } from '../../../platform/crud/index.ts'
import { rejectFields } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { hidesGrants } from '../blinding/index.ts'
import type { StudyInvitation } from './invitation.ts'
import { linkIn } from './link.ts'
import { describeChanges, presentOf } from './present.ts'
import { peopleOf, referenceIssues } from './save.ts'

/**
 * Handles the calls below /studyUser/pre/changes: lists whose authorization an invitation would replace. It lists nobody
 * for a caller who is blinded in the study, whose invitation then only grants to people who have nothing there.
 */
export async function listChanges(work: Work<Call>, invitation: StudyInvitation): Promise<InvitationChanges> {
  const { trx, caller } = work
  const { tenantId, studyUrlId } = invitation
  await checkReadable(work, tenantId)
  const link = await linkIn(work, tenantId, studyUrlId)
  const people = await peopleOf(work, invitation)
  rejectFields(referenceIssues(invitation, link, people))
  const hides = await hidesGrants(trx, caller, { ...link, studyId: link.scope.study.id })
  const presents = hides ? new Map() : await presentOf(trx, invitation, people)
  return describeChanges(invitation, link, people, presents)
}
