import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import type { AnswerOf, loginKey } from '@atrium/contract'

/**
 * Encrypts a password as a browser does.
 * @param key the server's answer to GET /sys/login/key
 * @returns what the contract calls EncryptedPassword
 */
export function encryptPassword(password: string, { keyId, publicKey }: AnswerOf<typeof loginKey>): string {
  const outer = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const [inner, iv] = [randomBytes(32), randomBytes(12)]
  const wrapped = publicEncrypt(
    { key: outer, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    inner,
  )
  const cipher = createCipheriv('aes-256-gcm', inner, iv)
  const sealed = Buffer.concat([cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return ['v1', keyId, ...[wrapped, iv, sealed].map((part) => part.toString('base64url'))].join('.')
}
