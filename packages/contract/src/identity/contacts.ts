import * as z from 'zod/mini'
import { inputModes, optionalEmail, requiredText, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** A telephone number: 5 to 20 digits, hyphens and spaces, after a + where it is international; 5 digits at least. */
export const phonePattern = /^(?=(?:\D*\d){5})\+?[\d -]{5,20}$/

/** A telephone number that must be given. */
export const phone = requiredText(21)
  .check(z.refine((value) => value === '' || phonePattern.test(value), textKey('rule.phone')))
  .register(inputModes, { inputMode: 'tel' })

/** An e-mail address that must be given. */
export const email = requiredText(254)
  .check(z.refine((value) => z.safeParse(optionalEmail, value).success, textKey('rule.email')))
  .register(inputModes, { inputMode: 'email' })

const isCode = (value: string): boolean => value === '' || /^\d{1,6}$/.test(value)

/** A one-time code: digits only, six at most. */
export const oneTimeCode = requiredText(6)
  .check(z.refine(isCode, textKey('rule.oneTimeCode')))
  .register(inputModes, { inputMode: 'numeric' })

/** A one-time code that may be left out. */
export const optionalOneTimeCode = text(6)
  .check(z.refine(isCode, textKey('rule.oneTimeCode')))
  .register(inputModes, { inputMode: 'numeric' })

/** The shortest user name. Characters. */
export const shortestUserName = 4

/** A new user name. It holds no '@', so that no name looks like an address, and nothing that cannot be seen. */
export const newUserName = requiredText(64).check(
  z.refine((value) => value === '' || value.length >= shortestUserName, textKey('rule.userNameShort')),
  z.refine((value) => !/[@\s\p{C}]/u.test(value), textKey('rule.userName')),
)
