import type { Route } from '../../http/route.ts'
import { findRegistrationRoute, registerRoute, sendRegistrationCodeRoute } from './routes.ts'

export { type Acceptance, type Accepted, acceptInvitation } from './accept.ts'
export { blindingsIn, holdersOf } from './blinding.ts'
export type { OpenInvitation } from './invitation.ts'
export { holdOpenInvitations, type InvitationFacts, invite, inviteAll, type NewInvitation } from './invite.ts'

export const invitationRoutes: readonly Route[] = [
  findRegistrationRoute,
  sendRegistrationCodeRoute,
  registerRoute,
]
