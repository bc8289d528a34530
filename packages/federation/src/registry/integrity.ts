import { createHash } from 'node:crypto'

/** Subresource integrity (W3C) of a file's content, by SHA-384. */
export const integrityOf = (content: Buffer | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`
