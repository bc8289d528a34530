import { loginKey } from '@atrium/contract'
import { send } from '../transport/index.ts'
import { toBase64Url } from './base64.ts'
import type { Seal } from './cipher.ts'
import { seal as nativeSeal } from './native.ts'

/** The way that this page has: the portable one is fetched where it is needed only. */
async function availableSeal(): Promise<Seal> {
  if (window.isSecureContext) return nativeSeal
  return (await import('./portable.ts')).seal
}

/** Fetches the server's key and encrypts each password under a key of its own. */
export async function encrypt<const Passwords extends readonly string[]>(
  ...passwords: Passwords
): Promise<{ [Index in keyof Passwords]: string }> {
  const [{ keyId, publicKey }, seal] = await Promise.all([
    send(loginKey, {}, { overlay: false }),
    availableSeal(),
  ])
  const encrypted = passwords.map(async (password) => {
    const { encryptedKey, iv, ciphertext } = await seal(password, publicKey)
    return ['v1', keyId, ...[encryptedKey, iv, ciphertext].map(toBase64Url)].join('.')
  })
  return (await Promise.all(encrypted)) as { [Index in keyof Passwords]: string }
}
