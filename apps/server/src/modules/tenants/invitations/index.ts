import type { Route } from '../../../platform/http/route.ts'
import { invitationListRoute } from './list.ts'
import { invitationResendRoute } from './resend.ts'
import { findRegistrationRoute, registerRoute, sendRegistrationCodeRoute } from './routes.ts'
import { invitationWithdrawRoute } from './withdraw.ts'

export { invite, inviteAll, lockOpenInvitations, type NewInvitation } from './invite.ts'
export { spendInviting } from './mailing.ts'
export { isRejected } from './rejected.ts'
export { withdrawInvitationsOf } from './withdraw.ts'

export const invitationRoutes: readonly Route[] = [
  findRegistrationRoute,
  sendRegistrationCodeRoute,
  registerRoute,
  invitationListRoute,
  invitationWithdrawRoute,
  invitationResendRoute,
]
