import type { Route } from '../../http/route.ts'

export const studyInvitationRoutes: readonly Route[] = []
