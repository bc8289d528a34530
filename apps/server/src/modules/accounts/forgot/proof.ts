import type { Proof } from '../../codes/index.ts'
import type { ForgetfulUser } from './find-user.ts'
import { recipientOf } from './recipient.ts'

/** What a code for a forgotten password proves: nothing any more once its user is reached elsewhere. */
export const proofOf = (nameKey: string, user: ForgetfulUser | undefined): Proof => ({
  purpose: 'reset',
  subject: nameKey,
  sentTo: user && recipientOf(user)?.key,
})
