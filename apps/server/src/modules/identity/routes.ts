import type { Route } from '../../http/execution.ts'
import { captchaRoute } from './captcha/route.ts'
import { languageTypesRoute } from './languages/route.ts'
import { changePasswordByNameRoute } from './password-change/by-name-route.ts'
import { changePasswordRoute } from './password-change/session-route.ts'
import { loginKeyRoute } from './passwords/route.ts'
import { phoneRoutes } from './phone-sign-in/index.ts'
import { userCenterInfoRoute, userInfoRoute } from './profile/routes.ts'
import { signInRoute } from './sign-in/route.ts'
import { signOutRoute } from './sign-out/route.ts'
import { ssoRoutes } from './sso/routes.ts'

/** The calls of identity. */
export const identityRoutes: readonly Route[] = [
  signInRoute,
  captchaRoute,
  loginKeyRoute,
  signOutRoute,
  changePasswordRoute,
  changePasswordByNameRoute,
  userInfoRoute,
  userCenterInfoRoute,
  languageTypesRoute,
  ...phoneRoutes,
  ...ssoRoutes,
]
