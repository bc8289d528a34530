import * as z from 'zod/mini'
import { aboutOneself, call, signedIn } from '../core/call.ts'
import { email } from '../core/email.ts'
import { anyText, noData, optionalId, requiredText, rowVersion } from '../core/fields.ts'
import { languages } from '../core/language.ts'
import { textKey } from '../core/texts.ts'
import { phone } from './contacts.ts'

/** An existing day as yyyy-MM-dd, or ''. */
export const birthday = anyText(10).check(
  z.refine((value) => value === '' || z.iso.date().safeParse(value).success, textKey('rule.date')),
  z.refine(
    (value) => value === '' || value <= new Date().toISOString().slice(0, 10),
    textKey('rule.dateInFuture'),
  ),
)

/** Fields that users may change in their own record; omitted ones stay unchanged. */
const SelfUpdate = z.object({
  fullName: z.optional(requiredText(100)),
  language: z.optional(z.enum(languages, textKey('rule.choice'))),
  birthday: z.optional(birthday),
  /** 0 male, 1 female, '' unknown. */
  sex: z.optional(z.enum(['', '0', '1'], textKey('rule.choice'))),
  /** The three region fields are sent together. */
  countryId: z.optional(anyText(64)),
  provinceId: z.optional(anyText(64)),
  cityId: z.optional(anyText(64)),
  /**
   * E-mail and phone may only change in spelling here. A different address or number needs the calls of
   * /sys/user/contact.
   */
  email: z.optional(email),
  phone: z.optional(phone),
  rowVersion,
})

export const updateSelf = call({
  method: 'POST',
  path: '/sys/user/update/self',
  summary: 'Change one’s own profile',
  access: signedIn,
  effect: 'write',
  request: SelfUpdate,
  response: noData,
  done: 'done.edited',
  addition: 'Users update their own profile; the other calls that change users are for administrators only.',
})

export const sendEmailVerification = call({
  method: 'GET',
  path: '/sys/user/email/valid/send',
  summary: 'Send an e-mail verification link to oneself or, as a user administrator, to any user',
  access: aboutOneself('id', 'user'),
  effect: 'write',
  /** '' for the caller. */
  request: z.object({ id: optionalId }),
  response: noData,
  done: 'identity.done.sent',
})
