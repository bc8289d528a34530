/** What a password becomes on its way: an AES key under the server's public key, and the text under that key. */
export interface Sealed {
  readonly encryptedKey: Uint8Array
  readonly iv: Uint8Array
  /** AES-256-GCM ciphertext followed by its tag of 16 bytes. */
  readonly ciphertext: Uint8Array
}

/**
 * Encrypts a text under a fresh AES-256-GCM key, and that key with RSA-OAEP (SHA-256).
 * @param publicKey SubjectPublicKeyInfo, DER in base64
 */
export type Seal = (text: string, publicKey: string) => Promise<Sealed>

/** The length that GCM is made for, in bytes. */
export const ivLength = 12
/** AES-256, in bytes. */
export const keyLength = 32
