import { constants, type KeyObject, privateDecrypt } from 'node:crypto'

/** Maximum age of a call, and maximum lead of the sender's clock, in milliseconds. */
const tolerance = 300_000

/** Decrypted header: milliseconds since 1970 followed by 16 random digits. */
const content = /^(\d{13})(\d{16})$/

function decrypt(key: KeyObject, header: string): string {
  try {
    const padding = constants.RSA_PKCS1_PADDING
    return privateDecrypt({ key, padding }, Buffer.from(header, 'base64')).toString('latin1')
  } catch {
    return ''
  }
}

/**
 * Creates a check for source headers. A header is valid if it is encrypted for this CTMS, recent and unused.
 * @param key the private key
 * @returns whether a header is valid
 */
export function sourceCheck(key: KeyObject): (header: string | undefined) => boolean {
  const used = new Map<string, number>()
  return (header = '') => {
    const text = decrypt(key, header)
    const sent = Number(content.exec(text)?.[1] ?? Number.NaN)
    const now = Date.now()
    for (const [known, at] of used) if (now - at > tolerance) used.delete(known)
    if (!(Math.abs(now - sent) <= tolerance) || used.has(text)) return false
    used.set(text, sent)
    return true
  }
}
