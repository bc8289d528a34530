import type { Route } from '../../../platform/http/route.ts'
import { endOwnSessionsRoute, endUserSessionsRoute } from './end.ts'
import { ownSessionsRoute, userSessionsRoute } from './list.ts'

/** What people do with their own running sessions, and administrators with those of others. */
export const sessionRoutes: readonly Route[] = [
  ownSessionsRoute,
  endOwnSessionsRoute,
  userSessionsRoute,
  endUserSessionsRoute,
]
