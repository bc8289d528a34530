import type { Route } from '../../../platform/http/route.ts'
import { endOwnSessionsRoute, endUserSessionsRoute } from './end.ts'
import { ownSessionsRoute, userSessionsRoute } from './list.ts'

export { deviceOf } from './list.ts'

/** Calls for users' own sessions, and for administrators to manage those of others. */
export const sessionRoutes: readonly Route[] = [
  ownSessionsRoute,
  endOwnSessionsRoute,
  userSessionsRoute,
  endUserSessionsRoute,
]
