import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const version = 'v1'
const ivLength = 12
const tagLength = 16

/**
 * Encrypts text with AES-256-GCM under a fresh random IV.
 *
 * @returns `v1.<iv>.<ciphertext and tag>`, the parts base64url
 */
export function seal(key: Buffer, text: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, iv.toString('base64url'), body.toString('base64url')].join('.')
}

/**
 * Reads what `seal` has made.
 *
 * @throws Error when it was made under another key, or changed since
 */
export function unseal(key: Buffer, sealed: string): string {
  const [found, iv, body] = sealed.split('.')
  if (found !== version || !iv || !body) throw new Error('not an encrypted value')
  const bytes = Buffer.from(body, 'base64url')
  const decipher = createDecipheriv(algorithm, key, Buffer.from(iv, 'base64url'), {
    authTagLength: tagLength,
  })
  decipher.setAuthTag(bytes.subarray(-tagLength))
  return decipher.update(bytes.subarray(0, -tagLength), undefined, 'utf8') + decipher.final('utf8')
}
