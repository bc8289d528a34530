import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import type { loginKey, PasswordContents, ResponseOf } from '@atrium/contract'

/** Response of GET /sys/login/key, and the time of its arrival. */
export interface HeldKey extends ResponseOf<typeof loginKey> {
  /** Time of arrival, as in `performance.now()`. */
  readonly heldSince: number
}

/**
 * Encrypts a password as a browser does, with a key that may be used several times.
 * @returns what the contract calls EncryptedPassword
 */
export function encryptPassword(
  wanted: Pick<PasswordContents, 'password' | 'purpose' | 'name'>,
  { keyId, publicKey, time, heldSince }: HeldKey,
): string {
  const contents: PasswordContents = {
    ...wanted,
    issuedAt: Math.floor(time + performance.now() - heldSince),
    nonce: randomBytes(16).toString('base64url'),
  }
  const outer = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const [inner, iv] = [randomBytes(32), randomBytes(12)]
  const wrapped = publicEncrypt(
    { key: outer, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    inner,
  )
  const cipher = createCipheriv('aes-256-gcm', inner, iv)
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify(contents), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return ['v2', keyId, ...[wrapped, iv, sealed].map((part) => part.toString('base64url'))].join('.')
}
