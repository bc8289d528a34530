import * as z from 'zod/mini'
import { anybody, callOf } from '../core/call.ts'
import { noData, requiredText } from '../core/fields.ts'

const call = callOf('account')

/** The secret of a link that was sent by e-mail. */
export const linkKey = requiredText(128)

const request = z.object({ key: linkKey })

const addition =
  'A mail scanner follows links, so opening one only shows what it will do. Verifying the address takes a POST.'

export const emailVerified = call({
  method: 'GET',
  path: '/account/email/valid',
  summary: 'Whether the address that a verification link was sent to is verified; changes nothing',
  access: anybody,
  effect: 'read',
  request,
  response: noData,
  done: 'account.done.emailVerified',
})

export const findEmailVerification = call({
  method: 'POST',
  path: '/account/email/valid/find',
  summary: 'What a verification link will do: the account and its address; 409 where it is verified already',
  access: anybody,
  effect: 'read',
  request,
  response: z.object({ userName: z.string(), email: z.string() }),
  addition,
})

export const verifyEmail = call({
  method: 'POST',
  path: '/account/email/valid/confirm',
  summary: 'Verify an e-mail address by the key that was sent to it',
  access: anybody,
  effect: 'write',
  request,
  response: noData,
  done: 'account.done.emailVerified',
  addition,
})
