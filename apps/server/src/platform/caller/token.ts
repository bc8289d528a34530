import { createHash, randomBytes } from 'node:crypto'

/** Creates the token of a new session: 256 random bits, base64url. Only the browser stores it. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the hash under which a token is stored. A plain hash is enough, because a token cannot be guessed. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
