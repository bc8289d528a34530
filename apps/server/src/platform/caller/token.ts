import { createHash, randomBytes } from 'node:crypto'

/** A new session's token: 256 random bits, base64url. Only the browser keeps it. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Stored hash of a token. A plain hash is enough, because a token cannot be guessed. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
