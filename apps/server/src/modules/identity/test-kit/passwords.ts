import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { loginKey } from '@atrium/contract'
import { passwordHashes } from '../passwords/index.ts'
import { send } from './send.ts'
import type { Reachable } from './server.ts'

const part = (bytes: Buffer): string => bytes.toString('base64url')

/** Encrypts a password as the browser does. */
export const encrypt = async (server: Reachable, password: string): Promise<string> => {
  const { data } = await send(server, loginKey, {})
  if (!data) throw new Error('no login key')
  const key = createPublicKey({ key: Buffer.from(data.publicKey, 'base64'), format: 'der', type: 'spki' })
  const aesKey = randomBytes(32)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', aesKey, iv)
  const sealed = Buffer.concat([cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const wrapped = publicEncrypt({ key, padding, oaepHash: 'sha256' }, aesKey)
  return ['v1', data.keyId, part(wrapped), part(iv), part(sealed)].join('.')
}

/** Passwords hashed or compared in this process so far. */
export const hashCount = async (): Promise<number> => (await passwordHashes.get()).values[0]?.value ?? 0
