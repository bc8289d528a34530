import { createStore, get, update } from 'idb-keyval'

/** Encrypts and decrypts the values in the browser's storage. */
export interface Cipher {
  readonly encrypt: (text: string) => Promise<string>
  /** @throws if the text was not encrypted with this key */
  readonly decrypt: (encrypted: string) => Promise<string>
}

/** Prefix of an encrypted value, which identifies the encryption format. */
export const encryptedPrefix = 'v1.'

const algorithm = 'AES-GCM'
const ivLength = 12
const keyName = 'values'

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))

/** AES-256-GCM. An encrypted text is the prefix, then initialization vector and ciphertext in base64. */
export const cipherOf = (key: CryptoKey): Cipher => ({
  async encrypt(text) {
    const iv = crypto.getRandomValues(new Uint8Array(ivLength))
    const data = await crypto.subtle.encrypt({ name: algorithm, iv }, key, new TextEncoder().encode(text))
    return encryptedPrefix + toBase64(new Uint8Array([...iv, ...new Uint8Array(data)]))
  },
  async decrypt(encrypted) {
    const bytes = fromBase64(encrypted.slice(encryptedPrefix.length))
    const iv = bytes.subarray(0, ivLength)
    const data = await crypto.subtle.decrypt({ name: algorithm, iv }, key, bytes.subarray(ivLength))
    return new TextDecoder().decode(data)
  },
})

/** Generates a key that scripts can use but not read. IndexedDB can store such keys. */
export const newKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])

/** Returns this browser's own cipher; undefined on pages served over plain HTTP, or without IndexedDB. */
export async function browserCipher(): Promise<Cipher | undefined> {
  if (!window.isSecureContext || !('indexedDB' in window)) return undefined
  try {
    const store = createStore('atrium', 'keys')
    if (!(await get(keyName, store))) {
      const fresh = await newKey()
      // Two tabs may get here at the same time; the first one's key is kept.
      await update<CryptoKey>(keyName, (present) => present ?? fresh, store)
    }
    const key = await get<CryptoKey>(keyName, store)
    return key && cipherOf(key)
  } catch {
    return undefined
  }
}
