import * as z from 'zod/mini'
import { textKey } from '../core/texts.ts'

/** 8 to 16 letters and digits, with an upper case letter, a lower case letter and a digit among them. */
export const passwordPattern = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{8,16}$/

/** Rule for a new password in plain text: used by the form, and by the server after decryption. */
export const NewPassword = z.string(textKey('rule.required')).check(
  z.minLength(1, textKey('rule.required')),
  z.refine((value) => value === '' || passwordPattern.test(value), textKey('rule.password')),
)

/** Fields of the change form: the current password, the new one and its repetition. */
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
 * Purpose of an encrypted password. The server accepts it for this purpose only: nobody can sign in with the encrypted
 * old password of a change.
 *
 * - `sign-in`: signing in, and signing in again in the re-login dialog
 * - `change-old`, `change-new`: changing a password during a session, the user's own or another user's
 * - `due-change-old`, `due-change-new`: a password change that is required before the user can sign in
 * - `reset`: the new password and its repetition, after a forgotten password
 * - `registration`: the first password of an account
 * - `contact-change`: the proof for a change of the user's phone number or e-mail address
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
  'signature',
] as const
export type PasswordPurpose = (typeof passwordPurposes)[number]

/** Lifetime of an encrypted password in seconds. */
export const passwordLifeSeconds = 300

/** Encrypted content of a sent password, as JSON. */
export interface PasswordContents {
  readonly password: string
  readonly purpose: PasswordPurpose
  /** User name of the password's owner. */
  readonly name: string
  /** Time of encryption: the `time` from GET /sys/login/key. */
  readonly issuedAt: number
  /** At least 128 random bits in base64url, never used twice. */
  readonly nonce: string
}

/**
 * A password on the wire: `v2.<keyId>.<encrypted AES key>.<iv>.<ciphertext and tag>`, each part in base64url. The
 * AES-256 key is encrypted with RSA-OAEP (SHA-256) under the server's public key from GET /sys/login/key, and
 * encrypts `PasswordContents`. The server accepts each one once, within five minutes, for its purpose and name.
 */
export const EncryptedPassword = z.string(textKey('rule.required')).check(
  z.minLength(1, textKey('rule.required')),
  z.maxLength(2048, textKey('rule.tooLong')),
  z.refine(
    (value) => value === '' || /^v2(\.[A-Za-z0-9_-]+){4}$/.test(value),
    textKey('rule.encryptedPassword'),
  ),
)

/** A password on the wire, or '' if the request carries another proof. */
export const OptionalEncryptedPassword = z._default(
  z.union([z.literal(''), EncryptedPassword], textKey('rule.encryptedPassword')),
  '',
)
