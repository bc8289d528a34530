import type { Route } from '../../../platform/http/route.ts'
import { endOwnSessionsRoute, endUserSessionsRoute } from './end.ts'
import { ownSessionsRoute, userSessionsRoute } from './list.ts'

/** Users' operations on their own sessions, and administrators' on those of others. */
export const sessionRoutes: readonly Route[] = [
  ownSessionsRoute,
  endOwnSessionsRoute,
  userSessionsRoute,
  endUserSessionsRoute,
]
