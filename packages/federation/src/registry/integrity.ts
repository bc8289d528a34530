import { createHash } from 'node:crypto'

/** Returns the subresource integrity (W3C) of a file's content, with SHA-384. */
export const integrityOf = (content: Buffer | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`
