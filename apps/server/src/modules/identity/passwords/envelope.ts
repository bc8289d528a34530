import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto'

/** A password as it travels, taken apart: `v2.<keyId>.<encrypted AES key>.<iv>.<ciphertext and tag>`. */
interface Envelope {
  readonly keyId: string
  readonly wrappedKey: Buffer
  readonly iv: Buffer
  readonly sealed: Buffer
}

const tagLength = 16
const ivLength = 12

const bytes = (part: string): Buffer => Buffer.from(part, 'base64url')

const takeApart = (text: string): Envelope | undefined => {
  const [version, keyId, wrappedKey, iv, sealed, ...rest] = text.split('.')
  if (version !== 'v2' || !keyId || !wrappedKey || !iv || !sealed || rest.length > 0) return undefined
  const envelope = { keyId, wrappedKey: bytes(wrappedKey), iv: bytes(iv), sealed: bytes(sealed) }
  return envelope.iv.length === ivLength && envelope.sealed.length >= tagLength ? envelope : undefined
}

const unseal = ({ wrappedKey, iv, sealed }: Envelope, privateKey: KeyObject): string => {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const key = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, wrappedKey)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
  decipher.setAuthTag(sealed.subarray(-tagLength))
  const clear = Buffer.concat([decipher.update(sealed.subarray(0, -tagLength)), decipher.final()])
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(clear)
}

/**
 * Opens an envelope: RSA-OAEP with SHA-256 around an AES-256-GCM key.
 * @param privateKeyOf the private key of an id, undefined for an id that is not ours
 * @returns the text, or undefined for whatever is not encrypted for this server
 */
export const openEnvelope = async (
  sent: string,
  privateKeyOf: (keyId: string) => Promise<KeyObject | undefined>,
): Promise<string | undefined> => {
  const envelope = takeApart(sent)
  const privateKey = envelope && (await privateKeyOf(envelope.keyId))
  if (!privateKey) return undefined
  try {
    return unseal(envelope, privateKey)
  } catch {
    // A wrong key, a changed byte or broken text: all the same to whoever sent it.
    return undefined
  }
}
