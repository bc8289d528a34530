import * as z from 'zod/mini'
import { callOf, signedIn } from '../core/call.ts'
import { displayedEmail, email } from '../core/email.ts'
import { noData, noFields, requiredText } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { oneTimeCode, optionalOneTimeCode, phone } from '../identity/contacts.ts'
import { OptionalEncryptedPassword } from '../identity/passwords.ts'

const call = callOf('contact')

/** Contact details of a user. Each can be changed separately. */
export const contactKinds = ['email', 'phone'] as const
export type ContactKind = (typeof contactKinds)[number]

const kind = z.enum(contactKinds, {
  error: ({ input }) => (input === undefined ? textKey('rule.required') : textKey('rule.choice')),
})

/** Rules for a new contact, which the form's first step checks. */
export const ContactForm = {
  email: z.object({ contact: email }),
  phone: z.object({ contact: phone }),
} as const

/**
 * Schemas of the form's second step, one for each way to prove a change of contact details. The password is in plain
 * text here.
 */
export const ContactProofForm = {
  password: z.object({
    way: z.literal(['password', 'code']),
    password: z.string(textKey('rule.required')).check(z.minLength(1, textKey('rule.required'))),
  }),
  code: z.object({ proof: oneTimeCode }),
} as const

const addition =
  'Changing one’s own e-mail address or phone takes more than a session: a proof of identity, and a code sent to the new one.'

/** A change that awaits the code sent to the new contact. */
export const ContactChange = z.object({
  kind: z.enum(contactKinds),
  contact: displayedEmail,
  /** ISO 8601, UTC. */
  expiresAt: z.string(),
})
export type ContactChange = z.output<typeof ContactChange>

/** State of the change of contacts: possible proofs, and pending changes. */
export const ContactState = z.object({
  /** Whether the user has a password with which to prove a change. */
  hasPassword: z.boolean(),
  /** Masked recipient of the code that proves a change of each kind; '' if there is none. */
  codeTo: z.object({ email: z.string(), phone: z.string() }),
  pending: z.array(ContactChange),
})
export type ContactState = z.output<typeof ContactState>

export const contactState = call({
  method: 'GET',
  path: '/sys/user/contact',
  summary: 'Ways to prove one’s identity for a change of e-mail address or phone, and pending changes',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: ContactState,
  addition,
})

export const sendContactProof = call({
  method: 'POST',
  path: '/sys/user/contact/proof/send',
  summary:
    'Send a code to the current e-mail address or phone, to prove one’s identity instead of by password',
  access: signedIn,
  effect: 'read',
  request: z.object({ kind }),
  response: noData,
  done: 'contact.done.codeSent',
  addition,
})

export const changeContact = call({
  method: 'POST',
  path: '/sys/user/contact/change',
  summary:
    'Start a change of one’s own e-mail address or phone: sends a code to the new one, which takes effect once confirmed. The response never reveals whether another account uses it',
  access: signedIn,
  effect: 'write',
  /** The proof is the password or the code of /sys/user/contact/proof/send. */
  request: z
    .object({
      kind,
      contact: requiredText(254),
      password: OptionalEncryptedPassword,
      code: optionalOneTimeCode,
    })
    .check(
      z.refine((sent) => z.safeParse(ContactForm[sent.kind], sent).success, {
        error: textKey('rule.email'),
        path: ['contact'],
      }),
      z.refine((sent) => sent.password !== '' || sent.code !== '', {
        error: textKey('rule.required'),
        path: ['password'],
      }),
    ),
  response: noData,
  done: 'contact.done.codeSent',
  addition,
})

export const sendContactCode = call({
  method: 'POST',
  path: '/sys/user/contact/code/send',
  summary: 'Resend the code of a pending change',
  access: signedIn,
  effect: 'read',
  request: z.object({ kind }),
  response: noData,
  done: 'contact.done.codeSent',
  addition,
})

export const confirmContact = call({
  method: 'POST',
  path: '/sys/user/contact/confirm',
  summary: 'Confirm a change of one’s own e-mail address or phone with the code that was sent to the new one',
  access: signedIn,
  effect: 'write',
  request: z.object({ kind, code: oneTimeCode }),
  response: noData,
  done: 'done.edited',
  addition,
})

export const withdrawContact = call({
  method: 'POST',
  path: '/sys/user/contact/withdraw',
  summary: 'Withdraw a pending change of one’s own e-mail address or phone',
  access: signedIn,
  effect: 'write',
  request: z.object({ kind }),
  response: noData,
  addition,
})
