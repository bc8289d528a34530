import { allCalls } from '@atrium/contract'
import type { Route } from '../http/route.ts'
import { accessRoutes } from './access/index.ts'
import { accountRoutes } from './accounts/index.ts'
import { captchaRoute } from './captcha/index.ts'
import { dictionaryRoutes } from './dictionaries/index.ts'
import { holidayRoutes } from './holidays/index.ts'
import { invitationRoutes } from './invitations/index.ts'
import { passwordChangeRoutes } from './password-change/index.ts'
import { loginKeyRoute } from './passwords/index.ts'
import { profileRoutes } from './profile/index.ts'
import { regionRoutes } from './regions/index.ts'
import { sessionRoutes } from './sessions/index.ts'
import { signInRoutes } from './sign-in/index.ts'
import { siteRoutes } from './sites/index.ts'
import { ssoRoutes } from './sso/index.ts'
import { tenantRoutes } from './tenants/index.ts'
import { userRoutes } from './users/index.ts'

/** The routes of every module. */
export const routes: readonly Route[] = [
  loginKeyRoute,
  captchaRoute,
  ...signInRoutes,
  ...ssoRoutes,
  ...passwordChangeRoutes,
  ...profileRoutes,
  ...accessRoutes,
  ...accountRoutes,
  ...invitationRoutes,
  ...dictionaryRoutes,
  ...tenantRoutes,
  ...regionRoutes,
  ...siteRoutes,
  ...userRoutes,
  ...sessionRoutes,
  ...holidayRoutes,
]

/** @throws if a call of the contract has no route, or a route no call of the contract */
export function checkRoutes(candidates: readonly Route[]): void {
  const routed = new Set(candidates.map((route) => route.call))
  const missing = allCalls.filter((call) => !routed.delete(call))
  const wrong = [...missing, ...routed].map((call) => call.path)
  if (wrong.length > 0 || candidates.length !== allCalls.length) {
    throw new Error(`calls and routes differ: ${wrong.join(', ')}`)
  }
}
