import { createHash } from 'node:crypto'

/** Returns the subresource integrity (W3C, SHA-384) of a file's content. */
export const integrityOf = (content: Buffer | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`
