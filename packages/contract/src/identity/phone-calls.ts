import * as z from 'zod/mini'
import { anybody, call } from '../core/call.ts'
import { noData } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { captchaFields } from './captcha.ts'
import { optionalOneTimeCode, phone } from './contacts.ts'
import { SignInResponse } from './sign-in-answer.ts'

/** Seconds between two codes for the same purpose and number. */
export const resendSeconds = 60

export const sendSignInCode = call({
  method: 'POST',
  path: '/sys/login/sendAuthCode',
  summary: 'Send a sign-in code by SMS; the response never reveals whether the number is known',
  access: anybody,
  effect: 'read',
  request: z.object({ phone, ...captchaFields }),
  response: noData,
  done: 'done.codeSent',
})

export const signInByPhone = call({
  method: 'POST',
  path: '/sys/login/checkAuthCode',
  summary: 'Sign in with a phone number and the code that was sent to it',
  access: anybody,
  effect: 'write',
  request: z
    .object({
      phone,
      phoneCaptcha: optionalOneTimeCode,
      /** Older pages send `phoneCaptcha` under this name. */
      captcha: optionalOneTimeCode,
    })
    .check(
      z.refine((sent) => sent.phoneCaptcha !== '' || sent.captcha !== '', {
        error: textKey('rule.required'),
        path: ['phoneCaptcha'],
      }),
    ),
  response: SignInResponse,
})
