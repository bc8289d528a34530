import type { RequestOf, signIn, signInByPhone } from '@atrium/contract'
import type { Route } from '../../../platform/http/route.ts'
import { recordingFailures } from '../failed-sign-ins/index.ts'
import { signInRoute } from './by-password.ts'
import { sendSignInCodeRoute, signInByPhoneRoute } from './by-phone.ts'
import { signOutRoute } from './complete.ts'

/** Calls for signing in by password or phone, and for signing out. */
export const signInRoutes: readonly Route[] = [
  recordingFailures(signInRoute, ({ userName }: RequestOf<typeof signIn>) => ({ userName })),
  sendSignInCodeRoute,
  recordingFailures(signInByPhoneRoute, ({ phone }: RequestOf<typeof signInByPhone>) => ({ phone })),
  signOutRoute,
]
