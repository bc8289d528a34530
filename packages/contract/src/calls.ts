import { emailCalls } from './account/email-calls.ts'
import { forgotCalls } from './account/forgot-calls.ts'
import { contactCalls } from './contact/calls.ts'
import type { Call } from './core/call.ts'
import { dictionaryCalls } from './dictionary/calls.ts'
import { holidayCalls } from './holiday/calls.ts'
import { identityCalls } from './identity/calls.ts'
import { phoneCalls } from './identity/phone-calls.ts'
import { selfCalls } from './identity/self-calls.ts'
import { ssoCalls } from './identity/sso-calls.ts'
import { invitationCalls } from './invitation/calls.ts'
import { menuCalls } from './menu/calls.ts'
import { regionCalls } from './region/calls.ts'
import { roleCalls } from './role/calls.ts'
import { sessionCalls } from './session/calls.ts'
import { siteCalls } from './site/calls.ts'
import { tenantCalls } from './tenant/calls.ts'
import { userCalls } from './user/calls.ts'

/** Every call of the API. */
export const allCalls: readonly Call[] = [
  ...identityCalls,
  ...phoneCalls,
  ...ssoCalls,
  ...selfCalls,
  ...contactCalls,
  ...forgotCalls,
  ...emailCalls,
  ...invitationCalls,
  ...dictionaryCalls,
  ...tenantCalls,
  ...regionCalls,
  ...roleCalls,
  ...menuCalls,
  ...siteCalls,
  ...userCalls,
  ...sessionCalls,
  ...holidayCalls,
]
