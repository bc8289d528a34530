/** An encrypted password: an AES key under the server's public key, and the text under that key. */
interface EncryptedParts {
  readonly encryptedKey: Uint8Array
  readonly iv: Uint8Array
  /** AES-256-GCM ciphertext followed by its tag of 16 bytes. */
  readonly ciphertext: Uint8Array
}

/**
 * Encrypts a text under a fresh AES-256-GCM key, and that key with RSA-OAEP (SHA-256).
 * @param publicKey SubjectPublicKeyInfo, DER in base64
 */
export type Encrypt = (text: string, publicKey: string) => Promise<EncryptedParts>

/** The length that GCM is made for, in bytes. */
export const ivLength = 12
/** AES-256, in bytes. */
export const keyLength = 32

/** Bytes as base64url without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** The bytes of a base64 text. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** By WebCrypto, which browsers offer to secure pages only. */
export const encryptNatively: Encrypt = async (text, publicKey) => {
  const { subtle } = crypto
  const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const outer = await subtle.importKey('spki', fromBase64(publicKey), oaep, false, ['wrapKey'])
  const aes = { name: 'AES-GCM', length: keyLength * 8 }
  const inner = await subtle.generateKey(aes, true, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const [ciphertext, encryptedKey] = await Promise.all([
    subtle.encrypt({ name: 'AES-GCM', iv }, inner, new TextEncoder().encode(text)),
    subtle.wrapKey('raw', inner, outer, oaep),
  ])
  return { encryptedKey: new Uint8Array(encryptedKey), iv, ciphertext: new Uint8Array(ciphertext) }
}
