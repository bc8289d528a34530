import {
  invitationSites,
  inviteCtms,
  inviteEdc,
  inviteEtmf,
  inviteIwrs,
  remoteRoles,
  userTypesOfStudy,
} from '@atrium/contract'
import { handle, handleOwn, type Route } from '../../../platform/http/route.ts'
import { ctmsInvitation, edcInvitation, etmfInvitation, iwrsInvitation } from './adapters.ts'
import { inviteToStudy } from './invite.ts'
import { findRoles, listSites, listUserTypes } from './queries.ts'
import { rejectionListRoute } from './rejection-list.ts'
import { rejectionNoticesRoute } from './rejection-notices.ts'
import { retryRoute } from './retry.ts'
import { takeBackRoute } from './take-back.ts'

export { startDeliveries } from './deliveries.ts'

/** Routes of invitations that grant access to products in advance. */
export const studyInvitationRoutes: readonly Route[] = [
  handle(invitationSites, listSites),
  handleOwn(remoteRoles, findRoles),
  handle(userTypesOfStudy, listUserTypes),
  handleOwn(inviteEdc, (work) => inviteToStudy(work, edcInvitation(work.input))),
  handleOwn(inviteIwrs, (work) => inviteToStudy(work, iwrsInvitation(work.input))),
  handleOwn(inviteCtms, (work) => inviteToStudy(work, ctmsInvitation(work.input))),
  handleOwn(inviteEtmf, (work) => inviteToStudy(work, etmfInvitation(work.input))),
  rejectionListRoute,
  retryRoute,
  takeBackRoute,
  rejectionNoticesRoute,
]
