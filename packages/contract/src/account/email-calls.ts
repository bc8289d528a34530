import * as z from 'zod/mini'
import { anybody, call } from '../core/call.ts'
import { noData, requiredText } from '../core/fields.ts'

/** The secret of a link that was sent by e-mail. */
export const linkKey = requiredText(128)

export const verifyEmail = call({
  method: 'GET',
  path: '/account/email/valid',
  summary: 'Verify an e-mail address by the key that was sent to it',
  access: anybody,
  effect: 'write',
  request: z.object({ key: linkKey }),
  answer: noData,
  done: 'account.done.emailVerified',
})
