import * as z from 'zod/mini'
import { anybody, call } from '../core/call.ts'
import { email } from '../core/email.ts'
import { noData, requiredText } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { captchaFields } from '../identity/captcha.ts'
import { oneTimeCode, phone } from '../identity/contacts.ts'
import { EncryptedPassword } from '../identity/passwords.ts'

const userName = requiredText(64)

// These calls also accept a captcha, which the specification does not list. They ask for one (701) when the same
// address sends many requests.

export const forgotFind = call({
  method: 'POST',
  path: '/account/forget/find',
  summary: 'Masked phone number of a user name; the response never reveals whether the user name exists',
  access: anybody,
  effect: 'read',
  request: z.object({ userName, ...captchaFields }),
  response: z.object({ phone: z.string() }),
})

export const forgotFindByEmail = call({
  method: 'POST',
  path: '/account/forget/email/find',
  summary: 'Send a forgotten user name by e-mail; the response never reveals whether the address is known',
  access: anybody,
  effect: 'read',
  request: z.object({ email, ...captchaFields }),
  response: noData,
  done: 'account.done.nameSent',
})

export const forgotFindByPhone = call({
  method: 'POST',
  path: '/account/forget/phone/find',
  summary: 'Send a forgotten user name by SMS; the response never reveals whether the number is known',
  access: anybody,
  effect: 'read',
  request: z.object({ phone, ...captchaFields }),
  response: noData,
  done: 'account.done.nameSent',
})

export const forgotSendCode = call({
  method: 'POST',
  path: '/account/forget/send/code',
  summary: 'Send a password reset code to a user; the response never reveals whether the user name exists',
  access: anybody,
  effect: 'read',
  request: z.object({ userName: requiredText(64, textKey('account.rule.userNameEmpty')), ...captchaFields }),
  response: noData,
  done: 'done.codeSent',
})

export const forgotReset = call({
  method: 'POST',
  path: '/account/forget/check/auth',
  summary: 'Set a new password with the code that was sent; ends all sessions of the user',
  access: anybody,
  effect: 'write',
  request: z.object({
    userName,
    /** The masked phone number from /account/forget/find, or the full number. */
    phone: requiredText(21),
    authCode: oneTimeCode,
    password: EncryptedPassword,
    rePassword: EncryptedPassword,
  }),
  response: noData,
  done: 'account.done.passwordReset',
})
