import { loginKey, type PasswordContents } from '@atrium/contract'
import { send } from '../transport/send.ts'
import { type Encrypt, encryptNatively, toBase64Url } from './cipher.ts'

/** A plain-text password with its purpose and the user name of its owner. */
export type PasswordToSend = Pick<PasswordContents, 'password' | 'purpose' | 'name'>

/** Length of a nonce in bytes. */
const nonceLength = 16

/** Returns the encryption that this page supports. The portable one is fetched only if it is needed. */
async function availableEncryption(): Promise<Encrypt> {
  if (window.isSecureContext) return encryptNatively
  return (await import('./portable.ts')).encryptPortably
}

/**
 * Fetches the server's key and encrypts each password with a new AES key. The server's key is fetched every time,
 * because it changes, and because passwords carry its time instead of the browser's.
 */
export async function encrypt<const Passwords extends readonly PasswordToSend[]>(
  ...passwords: Passwords
): Promise<{ [Index in keyof Passwords]: string }> {
  const [{ keyId, publicKey, time }, encryptText] = await Promise.all([
    send(loginKey, {}, { overlay: false }),
    availableEncryption(),
  ])
  const encrypted = passwords.map(async ({ password, purpose, name }) => {
    const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(nonceLength)))
    const contents: PasswordContents = { password, purpose, name, issuedAt: time, nonce }
    const { encryptedKey, iv, ciphertext } = await encryptText(JSON.stringify(contents), publicKey)
    return ['v2', keyId, ...[encryptedKey, iv, ciphertext].map(toBase64Url)].join('.')
  })
  return (await Promise.all(encrypted)) as { [Index in keyof Passwords]: string }
}
