import type { Route } from '../../http/index.ts'
import { findRegistrationRoute } from './find-route.ts'
import { registerRoute } from './register-route.ts'

export { type Acceptance, type Accepted, acceptInvitation } from './accept.ts'
export { invite, type NewInvitation } from './invite.ts'
export type { OpenInvitation } from './open-invitation.ts'

export const invitationRoutes: readonly Route[] = [findRegistrationRoute, registerRoute]
