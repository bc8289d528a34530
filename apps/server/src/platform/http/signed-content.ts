import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { codes } from '@atrium/contract'
import { Rejection } from './rejection.ts'

/** Returns the SHA-256 of a body, in hexadecimal. */
export const contentHashOf = (body: string | Buffer): string =>
  createHash('sha256').update(body).digest('hex')

/** Error for a body that is not the one that was signed. */
export class ContentMismatch extends Rejection {
  constructor() {
    super(codes.noSession, { key: 'product.content' })
  }
}

/** Error for a body that is longer than the limit. */
export class ContentTooLarge extends Error {
  readonly statusCode = 413
}

/**
 * Passes a body on, and fails at its end unless it is the one that was signed. Use none of it before the end.
 * @param limit maximum length in bytes
 * @throws ContentMismatch or ContentTooLarge as the stream's error
 */
export function checkedContent(body: Readable, contentHash: string, limit: number): Readable {
  const hash = createHash('sha256')
  let left = limit
  const check = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      left -= chunk.length
      if (left < 0) done(new ContentTooLarge('the content is too large'))
      else done(null, chunk)
    },
    flush: (done) => done(hash.digest('hex') === contentHash ? null : new ContentMismatch()),
  })
  // The stream may fail before anything reads it. A later reader still gets the error.
  check.on('error', () => undefined)
  body.on('error', (error) => check.destroy(error))
  // A client that disconnects ends the body without an error.
  body.on('close', () => void (body.readableEnded || check.destroy(new Error('the content was truncated'))))
  body.pipe(check)
  // Drains content that nobody reads, so that the connection is free again. Registered after pipe, which would pause
  // the body.
  check.on('close', () => void (body.readableEnded || body.resume()))
  return check
}
