import {
  ctmsChanges,
  edcChanges,
  etmfChanges,
  invitationSites,
  inviteCtms,
  inviteEdc,
  inviteEtmf,
  inviteIwrs,
  iwrsChanges,
  remoteRoles,
  userTypesOfStudy,
} from '@atrium/contract'
import { handle, handleOwn, type Route } from '../../../platform/http/route.ts'
import { ctmsInvitation, edcInvitation, etmfInvitation, iwrsInvitation } from './adapters.ts'
import { approveRoute } from './approve.ts'
import { listChanges } from './changes.ts'
import { inviteToStudy } from './invite.ts'
import { findRoles, listSites, listUserTypes } from './queries.ts'
import { rejectionListRoute } from './rejection-list.ts'
import { rejectionNoticesRoute } from './rejection-notices.ts'
import { retryRoute } from './retry.ts'
import { takeBackRoute } from './take-back.ts'

export { startDeliveries } from './deliveries.ts'
export { grantAgain } from './grant-again.ts'
export type { StudyInvitation } from './invitation.ts'
export { saveAndDeliver } from './invite.ts'
export { linkIn, rejectWithoutUrl } from './link.ts'
export { saveInvitation } from './save.ts'

/** Routes of invitations that grant access to products in advance. */
export const studyInvitationRoutes: readonly Route[] = [
  handle(invitationSites, listSites),
  handleOwn(remoteRoles, findRoles),
  handle(userTypesOfStudy, listUserTypes),
  handle(edcChanges, (work) => listChanges(work, edcInvitation(work.input))),
  handle(iwrsChanges, (work) => listChanges(work, iwrsInvitation(work.input))),
  handle(ctmsChanges, (work) => listChanges(work, ctmsInvitation(work.input))),
  handle(etmfChanges, (work) => listChanges(work, etmfInvitation(work.input))),
  handleOwn(inviteEdc, (work) => inviteToStudy(work, edcInvitation(work.input), work.input.replacing)),
  handleOwn(inviteIwrs, (work) => inviteToStudy(work, iwrsInvitation(work.input), work.input.replacing)),
  handleOwn(inviteCtms, (work) => inviteToStudy(work, ctmsInvitation(work.input), work.input.replacing)),
  handleOwn(inviteEtmf, (work) => inviteToStudy(work, etmfInvitation(work.input), work.input.replacing)),
  rejectionListRoute,
  retryRoute,
  approveRoute,
  takeBackRoute,
  rejectionNoticesRoute,
]
