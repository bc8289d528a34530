/** An encrypted password: an AES key encrypted with the server's public key, and the text encrypted with the AES key. */
interface EncryptedParts {
  readonly encryptedKey: Uint8Array
  readonly iv: Uint8Array
  /** AES-256-GCM ciphertext, followed by its 16-byte tag. */
  readonly ciphertext: Uint8Array
}

/**
 * Encrypts a text with a new AES-256-GCM key, and the key with RSA-OAEP (SHA-256).
 * @param publicKey SubjectPublicKeyInfo, DER in base64
 */
export type Encrypt = (text: string, publicKey: string) => Promise<EncryptedParts>

/** Recommended length of a GCM initialization vector in bytes. */
export const ivLength = 12
/** Length of an AES-256 key in bytes. */
export const keyLength = 32

/** Encodes bytes as base64url without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Decodes a base64 text. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** Encrypts with WebCrypto, which browsers offer only in secure contexts. */
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
