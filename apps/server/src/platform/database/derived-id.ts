import { createHash } from 'node:crypto'

/** Derives a UUID from a text: always the same one for the same text. */
export function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  // Version 8, whose content is up to its maker (RFC 9562, 5.8).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
