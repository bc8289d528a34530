import type { forgotReset, RequestOf } from '@atrium/contract'
import type { Route } from '../../../platform/http/route.ts'
import { recordingFailures } from '../failed-sign-ins/index.ts'
import { changeContactRoute, sendContactCodeRoute, sendContactProofRoute } from './contact-change/begin.ts'
import { confirmContactRoute, contactStateRoute, withdrawContactRoute } from './contact-change/end.ts'
import {
  emailVerifiedRoute,
  findEmailVerificationRoute,
  sendEmailVerificationRoute,
  verifyEmailRoute,
} from './email-verification.ts'
import { forgotFindByEmailRoute, forgotFindByPhoneRoute } from './forgot/remind.ts'
import { forgotFindRoute, forgotResetRoute, forgotSendCodeRoute } from './forgot/reset.ts'
import { updateSelfRoute } from './self.ts'

export { notifyContactChange } from './contact-change/notify.ts'
export { changedExternalFields, columnsOf, movedContacts } from './self.ts'

/** Calls for one's own account: recovering it, verifying its address, changing it. */
export const accountRoutes: readonly Route[] = [
  forgotFindRoute,
  forgotFindByEmailRoute,
  forgotFindByPhoneRoute,
  forgotSendCodeRoute,
  recordingFailures(forgotResetRoute, ({ userName }: RequestOf<typeof forgotReset>) => ({ userName })),
  emailVerifiedRoute,
  findEmailVerificationRoute,
  verifyEmailRoute,
  sendEmailVerificationRoute,
  updateSelfRoute,
  contactStateRoute,
  sendContactProofRoute,
  changeContactRoute,
  sendContactCodeRoute,
  confirmContactRoute,
  withdrawContactRoute,
]
