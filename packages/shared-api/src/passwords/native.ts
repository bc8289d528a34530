import { fromBase64 } from './base64.ts'
import { ivLength, keyLength, type Seal } from './cipher.ts'

/** By WebCrypto, which browsers offer to secure pages only. */
export const encryptNatively: Seal = async (text, publicKey) => {
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
