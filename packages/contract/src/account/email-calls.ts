import * as z from 'zod/mini'
import { anybody, callOf } from '../core/call.ts'
import { noData, requiredText } from '../core/fields.ts'

const call = callOf('account')

/** The secret of a link that was sent by e-mail. */
export const linkKey = requiredText(128)

const request = z.object({ key: linkKey })

const addition =
  'Mail scanners follow links, so opening a link only shows what it will do. Verifying the address requires a POST.'

export const emailVerified = call({
  method: 'GET',
  path: '/account/email/valid',
  summary: 'Check whether the address of a verification link is verified; changes nothing',
  access: anybody,
  effect: 'read',
  request,
  response: noData,
  done: 'account.done.emailVerified',
})

export const findEmailVerification = call({
  method: 'POST',
  path: '/account/email/valid/find',
  summary: 'Show the account and the address that a verification link will verify; 409 if already verified',
  access: anybody,
  effect: 'read',
  request,
  response: z.object({ userName: z.string(), email: z.string() }),
  addition,
})

export const verifyEmail = call({
  method: 'POST',
  path: '/account/email/valid/confirm',
  summary: 'Verify an e-mail address with the key that was sent to it',
  access: anybody,
  effect: 'write',
  request,
  response: noData,
  done: 'account.done.emailVerified',
  addition,
})
