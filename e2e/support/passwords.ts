import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { loginKey } from '@atrium/contract'
import { apiOf } from './api.ts'

const part = (bytes: Buffer): string => bytes.toString('base64url')

/** Encrypts a password as the browser does, under the suite's present key. */
export const encryptPassword = async (password: string): Promise<string> => {
  const { keyId, publicKey } = await apiOf('')(loginKey, {})
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const aesKey = randomBytes(32)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', aesKey, iv)
  const sealed = Buffer.concat([cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const wrapped = publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    aesKey,
  )
  return ['v1', keyId, part(wrapped), part(iv), part(sealed)].join('.')
}
