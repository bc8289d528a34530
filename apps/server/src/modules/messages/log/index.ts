import type { Route } from '../../../platform/http/route.ts'
import { mailListRoute, smsListRoute } from './list.ts'
import { mailLogRoute, smsLogRoute } from './log.ts'
import { failedResendRoute, mailResendRoute, smsResendRoute } from './resend.ts'

export { deliveredFigures, messageFigures } from './figures.ts'

export const messageRoutes: readonly Route[] = [
  smsListRoute,
  smsResendRoute,
  smsLogRoute,
  mailListRoute,
  mailResendRoute,
  mailLogRoute,
  failedResendRoute,
]
