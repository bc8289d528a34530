import * as z from 'zod/mini'
import { anybody, callOf } from '../core/call.ts'
import { noFields, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { SignInResponse } from './sign-in-answer.ts'

const call = callOf('identity')

export const ssoStart = call({
  method: 'GET',
  path: '/sys/sso/start',
  summary:
    'Redirect the browser to the identity provider, which redirects back to the suite’s root with `?code=`',
  access: anybody,
  effect: 'read',
  request: noFields,
  /**
   * URL of the identity provider. If the provider is unavailable, the suite's root with
   * `?error=temporarily_unavailable`.
   */
  response: z.string(),
  form: 'redirect',
  addition:
    'Single sign-on starts on the server, which keeps the state and PKCE verifier in an HttpOnly cookie.',
})

export const ssoSignIn = call({
  method: 'POST',
  path: '/sys/ssoLogin',
  summary: 'Sign in with the identity provider’s response, in the browser that started the sign-in',
  access: anybody,
  effect: 'write',
  /** Query of the page that the provider redirected to: a code, or an error instead (RFC 6749, 4.1.2.1). */
  request: z.object({ code: text(4096), state: text(512), iss: text(1024), error: text(200) }).check(
    z.refine(({ code, error }) => code !== '' || error !== '', {
      error: textKey('rule.required'),
      path: ['code'],
    }),
  ),
  response: SignInResponse,
})
