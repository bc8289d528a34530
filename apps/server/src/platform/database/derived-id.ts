import { createHash } from 'node:crypto'

/** Derives a UUID from a text. The same text always yields the same UUID. */
export function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  // Version 8 leaves the content to the application (RFC 9562, 5.8).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
