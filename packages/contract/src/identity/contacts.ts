import * as z from 'zod/mini'
import { inputModes, requiredText, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** A telephone number: 5 to 20 digits, hyphens and spaces, after a + if it is international; 5 digits at least. */
export const phonePattern = /^(?=(?:\D*\d){5})\+?[\d -]{5,20}$/

/**
 * Normalises a pasted telephone number to plain digits, spaces and hyphens: full-width characters, dashes of other
 * keyboards and brackets around an area code are replaced, invisible characters removed.
 */
export const plainPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212\u30FC]/gu, '-')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\(\s*(\d+)\s*\)\s*/g, '$1-')

/** A telephone number that must be given. */
export const phone = requiredText(21)
  .check(z.overwrite(plainPhone))
  .check(z.refine((value) => value === '' || phonePattern.test(value), textKey('rule.phone')))
  .register(inputModes, { inputMode: 'tel' })

/** A telephone number, or nothing. */
export const optionalPhone = text(21)
  .check(z.overwrite(plainPhone))
  .register(inputModes, { inputMode: 'tel' })

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
const shortestUserName = 4

/** A new user name. It has no '@', so that no name looks like an address, and no invisible characters. */
export const newUserName = requiredText(64).check(
  z.refine((value) => value === '' || value.length >= shortestUserName, textKey('rule.userNameShort')),
  z.refine((value) => !/[@\s\p{C}\p{Default_Ignorable_Code_Point}]/u.test(value), textKey('rule.userName')),
)
