import { constants, type KeyObject, privateDecrypt } from 'node:crypto'

/** How old a call may be, and how far ahead its sender's clock, in milliseconds. */
const tolerance = 300_000

/** The time in milliseconds since 1970 and 16 random digits. */
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
 * Checks source headers: encrypted for this CTMS, a short while ago, and never used before.
 * @param key the private key
 * @returns whether a header is good
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
