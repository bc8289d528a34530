import { JSEncrypt } from 'jsencrypt'

const digits = 16

const randomDigits = (): string =>
  [...crypto.getRandomValues(new Uint8Array(digits))].map((byte) => byte % 10).join('')

/**
 * Returns the header by which the CTMS recognises calls of the suite: the time in milliseconds since 1970 (13 digits)
 * and 16 random digits, encrypted together with RSA (PKCS #1 v1.5, which libraries on every platform can decrypt), in
 * base64.
 * @param publicKey SubjectPublicKeyInfo in base64
 */
export function sourceOf(publicKey: string): string {
  const rsa = new JSEncrypt()
  rsa.setPublicKey(publicKey)
  const encrypted = rsa.encrypt(`${Date.now()}${randomDigits()}`)
  if (!encrypted) throw new Error('The public key of the CTMS cannot be used for encryption')
  return encrypted
}
