import * as z from 'zod/mini'
import { inputModes, requiredText, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/**
 * A telephone number of 5 to 20 digits, hyphens and spaces, with a leading + if it is international. At least 5 must
 * be digits.
 */
export const phonePattern = /^(?=(?:\D*\d){5})\+?[\d -]{5,20}$/

/**
 * Normalises a pasted telephone number to plain digits, spaces and hyphens: replaces full-width characters, other
 * dashes and brackets around an area code, and removes invisible characters.
 */
export const plainPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212\u30FC]/gu, '-')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\(\s*(\d+)\s*\)\s*/g, '$1-')

/** Mandatory telephone number. */
export const phone = requiredText(21)
  .check(z.overwrite(plainPhone))
  .check(z.refine((value) => value === '' || phonePattern.test(value), textKey('rule.phone')))
  .register(inputModes, { inputMode: 'tel' })

/** Optional telephone number. */
export const optionalPhone = text(21)
  .check(z.overwrite(plainPhone))
  .register(inputModes, { inputMode: 'tel' })

const isCode = (value: string): boolean => value === '' || /^\d{1,6}$/.test(value)

/** One-time code of at most six digits. */
export const oneTimeCode = requiredText(6)
  .check(z.refine(isCode, textKey('rule.oneTimeCode')))
  .register(inputModes, { inputMode: 'numeric' })

/** Optional one-time code. */
export const optionalOneTimeCode = text(6)
  .check(z.refine(isCode, textKey('rule.oneTimeCode')))
  .register(inputModes, { inputMode: 'numeric' })

/** Minimum length of a user name in characters. */
const shortestUserName = 4

/** A new user name. It must not contain '@', so that it cannot look like an address, nor invisible characters. */
export const newUserName = requiredText(64).check(
  z.refine((value) => value === '' || value.length >= shortestUserName, textKey('rule.userNameShort')),
  z.refine((value) => !/[@\s\p{C}\p{Default_Ignorable_Code_Point}]/u.test(value), textKey('rule.userName')),
)
