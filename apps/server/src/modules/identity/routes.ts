import type { changePassword, changePasswordByName, RequestOf, signIn, signInByPhone } from '@atrium/contract'
import type { Route } from '../../http/route.ts'
import { captchaRoute } from './captcha/route.ts'
import { recordingFailures } from './failed-sign-ins/index.ts'
import { languageTypesRoute } from './languages/route.ts'
import { changePasswordByNameRoute } from './password-change/by-name-route.ts'
import { changePasswordRoute } from './password-change/session-route.ts'
import { loginKeyRoute } from './passwords/route.ts'
import { sendSignInCodeRoute } from './phone-sign-in/send-route.ts'
import { signInByPhoneRoute } from './phone-sign-in/sign-in-route.ts'
import { userCenterInfoRoute, userInfoRoute } from './profile/routes.ts'
import { signInRoute } from './sign-in/route.ts'
import { signOutRoute } from './sign-out/route.ts'
import { ssoSignInRoute, ssoStartRoute } from './sso/routes.ts'

type ByName = RequestOf<typeof changePasswordByName>
type OfOthers = RequestOf<typeof changePassword>

/** The calls of identity. */
export const identityRoutes: readonly Route[] = [
  recordingFailures(signInRoute, ({ userName }: RequestOf<typeof signIn>) => ({ userName })),
  captchaRoute,
  loginKeyRoute,
  signOutRoute,
  recordingFailures(changePasswordRoute, ({ id }: OfOthers, { userId }) => ({ userId: id || userId })),
  recordingFailures(changePasswordByNameRoute, ({ username: userName }: ByName) => ({ userName })),
  userInfoRoute,
  userCenterInfoRoute,
  languageTypesRoute,
  sendSignInCodeRoute,
  recordingFailures(signInByPhoneRoute, ({ phone }: RequestOf<typeof signInByPhone>) => ({ phone })),
  ssoStartRoute,
  // Only the provider says who somebody is.
  recordingFailures(ssoSignInRoute, () => ({ email: '' })),
]
