import * as z from 'zod/mini'
import { textKey } from '../core/texts.ts'

/** 8 to 16 letters and digits, with an upper case letter, a lower case letter and a digit among them. */
export const passwordPattern = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{8,16}$/

/** The rule of a new password, in the clear: for the form, and for the server after decryption. */
export const NewPassword = z.string(textKey('rule.required')).check(
  z.minLength(1, textKey('rule.required')),
  z.refine((value) => value === '' || passwordPattern.test(value), textKey('rule.password')),
)

/** A new password and its repetition, beside the one it replaces; what the change form checks. */
export const PasswordChangeForm = z
  .object({
    password: z.string(textKey('rule.required')).check(z.minLength(1, textKey('rule.required'))),
    newPassword: NewPassword,
    rePassword: z.string(textKey('rule.required')).check(z.minLength(1, textKey('rule.required'))),
  })
  .check(
    z.refine((form) => form.newPassword !== form.password, {
      error: textKey('rule.passwordSame'),
      path: ['newPassword'],
    }),
    z.refine((form) => form.rePassword === form.newPassword, {
      error: textKey('rule.passwordMismatch'),
      path: ['rePassword'],
    }),
  )

/**
 * The purpose of a password. An encrypted one works for this purpose only: the old password of a change signs nobody
 * in.
 *
 * - `sign-in`: signing in, and signing in again in the re-login dialog
 * - `change-old`, `change-new`: for a change in a session, of one's own password or another user's
 * - `due-change-old`, `due-change-new`: for a change that is due before its user can sign in
 * - `reset`: the new one, and its repetition, after a forgotten password
 * - `registration`: the first one of an account
 * - `contact-change`: the proof for a change of one's phone or e-mail address
 */
export const passwordPurposes = [
  'sign-in',
  'change-old',
  'change-new',
  'due-change-old',
  'due-change-new',
  'reset',
  'registration',
  'contact-change',
] as const
export type PasswordPurpose = (typeof passwordPurposes)[number]

/** How long an encrypted password is good for, in seconds. */
export const passwordLifeSeconds = 300

/** The encrypted content of a sent password, as JSON. */
export interface PasswordContents {
  readonly password: string
  readonly purpose: PasswordPurpose
  /** The user name of whose password it is. */
  readonly name: string
  /** When it was encrypted: the `time` of GET /sys/login/key. */
  readonly issuedAt: number
  /** Random, 128 bits or more in base64url: no two that are sent have the same. */
  readonly nonce: string
}

/**
 * A password on the wire: `v2.<keyId>.<encrypted AES key>.<iv>.<ciphertext and tag>`, the parts base64url. The AES-256
 * key is encrypted with RSA-OAEP (SHA-256) under the server's public key of GET /sys/login/key, and encrypts
 * `PasswordContents`. It is accepted once, within five minutes, for its purpose and name.
 */
export const EncryptedPassword = z.string(textKey('rule.required')).check(
  z.minLength(1, textKey('rule.required')),
  z.maxLength(2048, textKey('rule.tooLong')),
  z.refine(
    (value) => value === '' || /^v2(\.[A-Za-z0-9_-]+){4}$/.test(value),
    textKey('rule.encryptedPassword'),
  ),
)

/** A password on the wire, or '' if another proof replaces it. */
export const OptionalEncryptedPassword = z._default(
  z.union([z.literal(''), EncryptedPassword], textKey('rule.encryptedPassword')),
  '',
)
