import { email, forgotFindByEmail, forgotFindByPhone, phone, requiredText, textKey } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import * as z from 'zod/mini'
import type { CaptchaFields } from '../calls.ts'

const isEmail = (contact: string): boolean => contact.includes('@')
const isSound = (contact: string): boolean =>
  contact === '' || z.safeParse(isEmail(contact) ? email : phone, contact).success

/** An e-mail address or a phone. */
export const ContactForm = z.object({
  contact: requiredText(254).check(z.refine(isSound, textKey('rule.email'))),
})

export const ContactFormWithCaptcha = z.extend(ContactForm, { captcha: requiredText(8) })

/** Has the user name sent to an e-mail address or a phone, if it is a user's: the answer does not say. */
export async function remind(contact: string, captcha: CaptchaFields): Promise<void> {
  const options = { overlay: false, quiet: true }
  if (isEmail(contact)) await send(forgotFindByEmail, { email: contact, ...captcha }, options)
  else await send(forgotFindByPhone, { phone: contact, ...captcha }, options)
}
