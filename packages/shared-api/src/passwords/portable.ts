import { gcm } from '@noble/ciphers/aes.js'
import { JSEncrypt } from 'jsencrypt'
import { type Encrypt, fromBase64, ivLength, keyLength } from './cipher.ts'

/** Encrypts without WebCrypto, for pages served over plain HTTP inside a hospital's network. */
export const encryptPortably: Encrypt = async (text, publicKey) => {
  const key = crypto.getRandomValues(new Uint8Array(keyLength))
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const rsa = new JSEncrypt()
  rsa.setPublicKey(publicKey)
  const encryptedKey = rsa.encryptOAEP(String.fromCharCode(...key))
  if (!encryptedKey) throw new Error('The public key cannot be used for encryption')
  const ciphertext = gcm(key, iv).encrypt(new TextEncoder().encode(text))
  return { encryptedKey: fromBase64(encryptedKey), iv, ciphertext }
}
