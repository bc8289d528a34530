import * as z from 'zod/mini'

/** 8 to 16 letters and digits, with an upper case letter, a lower case letter and a digit among them. */
export const passwordPattern = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{8,16}$/

/** The rule of a new password, in the clear: for the form, and for the server after decryption. */
export const NewPassword = z.string('rule.required').check(
  z.minLength(1, 'rule.required'),
  z.refine((value) => value === '' || passwordPattern.test(value), 'rule.password'),
)

/** A new password and its repetition, beside the one it replaces; what the change form checks. */
export const PasswordChangeForm = z
  .object({
    password: z.string('rule.required').check(z.minLength(1, 'rule.required')),
    newPassword: NewPassword,
    rePassword: z.string('rule.required').check(z.minLength(1, 'rule.required')),
  })
  .check(
    z.refine((form) => form.newPassword !== form.password, {
      error: 'rule.passwordSame',
      path: ['newPassword'],
    }),
    z.refine((form) => form.rePassword === form.newPassword, {
      error: 'rule.passwordMismatch',
      path: ['rePassword'],
    }),
  )

/**
 * A password as it travels: `v1.<keyId>.<encrypted AES key>.<iv>.<ciphertext and tag>`, the parts base64url;
 * the AES-256 key is encrypted with RSA-OAEP (SHA-256) under the server's public key of GET /sys/login/key.
 */
export const EncryptedPassword = z.string('rule.required').check(
  z.minLength(1, 'rule.required'),
  z.maxLength(2048, 'rule.tooLong'),
  z.refine((value) => value === '' || /^v1(\.[A-Za-z0-9_-]+){4}$/.test(value), 'rule.encryptedPassword'),
)
