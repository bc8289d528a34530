import type { forgotReset, RequestOf } from '@atrium/contract'
import type { Route } from '../../http/index.ts'
import { recordingFailures } from '../failed-sign-ins/index.ts'
import { contactRoutes } from './contact-change/index.ts'
import { sendEmailVerificationRoute } from './email/send-route.ts'
import { verifyEmailRoute } from './email/verify-route.ts'
import { forgotFindRoute } from './forgot/find-route.ts'
import { forgotFindByEmailRoute, forgotFindByPhoneRoute } from './forgot/remind-routes.ts'
import { forgotResetRoute } from './forgot/reset-route.ts'
import { forgotSendCodeRoute } from './forgot/send-route.ts'
import { updateSelfRoute } from './self/route.ts'

export { notifyContactChange } from './contact-change/index.ts'
export { columnsOf, keptElsewhere, movedContacts } from './self/changes.ts'

/** What people do with their own account: get back into it, verify its address, keep it up to date. */
export const accountRoutes: readonly Route[] = [
  forgotFindRoute,
  forgotFindByEmailRoute,
  forgotFindByPhoneRoute,
  forgotSendCodeRoute,
  recordingFailures(forgotResetRoute, ({ userName }: RequestOf<typeof forgotReset>) => ({ userName })),
  verifyEmailRoute,
  sendEmailVerificationRoute,
  updateSelfRoute,
  ...contactRoutes,
]
