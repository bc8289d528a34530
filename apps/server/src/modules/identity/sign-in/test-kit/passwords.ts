import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'
import { loginKey, type PasswordContents, type ResponseOf } from '@atrium/contract'
import { passwordHashes } from '../../passwords/index.ts'
import { send } from './send.ts'
import type { Reachable } from './server.ts'

const part = (bytes: Buffer): string => bytes.toString('base64url')

/** Returns the key with which passwords are encrypted for a server. */
export const loginKeyNow = async (server: Reachable): Promise<ResponseOf<typeof loginKey>> => {
  const { data } = await send(server, loginKey, {})
  if (!data) throw new Error('no login key')
  return data
}

/** Encrypts any text with a login key. */
export const encryptUnder = (text: string, { keyId, publicKey }: ResponseOf<typeof loginKey>): string => {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const aesKey = randomBytes(32)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', aesKey, iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const wrapped = publicEncrypt({ key, padding, oaepHash: 'sha256' }, aesKey)
  return ['v2', keyId, part(wrapped), part(iv), part(sealed)].join('.')
}

type Wanted = Pick<PasswordContents, 'password' | 'purpose' | 'name'> & Partial<PasswordContents>

/**
 * Encrypts a password as the browser does.
 * @param wanted its purpose, and any values that should differ from the browser's
 */
export const encrypt = async (server: Reachable, wanted: Wanted): Promise<string> => {
  const key = await loginKeyNow(server)
  const nonce = part(randomBytes(16))
  return encryptUnder(
    JSON.stringify({ issuedAt: key.time, nonce, ...wanted } satisfies PasswordContents),
    key,
  )
}

/** Returns the number of passwords hashed or compared in this process so far. */
export const hashCount = async (): Promise<number> => (await passwordHashes.get()).values[0]?.value ?? 0
