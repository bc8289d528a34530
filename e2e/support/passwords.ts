import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { loginKey, type PasswordContents } from '@atrium/contract'
import { apiOf } from './api.ts'

const part = (bytes: Buffer): string => bytes.toString('base64url')

/** Encrypts a password as the browser does, with the suite's current key. */
export const encryptPassword = async (
  wanted: Pick<PasswordContents, 'password' | 'purpose' | 'name'>,
): Promise<string> => {
  const { keyId, publicKey, time } = await apiOf('')(loginKey, {})
  const contents: PasswordContents = { ...wanted, issuedAt: time, nonce: part(randomBytes(16)) }
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const aesKey = randomBytes(32)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', aesKey, iv)
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify(contents), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const wrapped = publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    aesKey,
  )
  return ['v2', keyId, part(wrapped), part(iv), part(sealed)].join('.')
}
