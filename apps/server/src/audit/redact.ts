/**
 * Names of fields whose values never enter the audit trail, in whatever depth they stand: passwords, codes
 * and keys, and their hashes.
 */
const secretNames = new Set([
  'password',
  'newPassword',
  'rePassword',
  'passwordHash',
  'captcha',
  'phoneCaptcha',
  'checkKey',
  'authCode',
  'answerHash',
  'token',
  'tokenHash',
  'sessionKey',
  'appKey',
  'key',
  'secret',
  'secretKey',
  'privateKey',
  'privateKeyEncrypted',
  'authorization',
])

/** Stands in the trail where a secret was, so that one can still see that there was one. */
const mark = '[secret]'

/** A value without the secrets in it. Dates become text, as in any JSON. */
export function redact(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (name, inner: unknown) =>
      secretNames.has(name) && inner !== null && inner !== undefined && inner !== '' ? mark : inner,
    ),
  )
}
