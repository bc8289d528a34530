import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The bytes of a file, in pieces. */
export type Content = AsyncIterable<Uint8Array>

/** Size and hash of the content that was written. */
export interface Written {
  /** Size in bytes. */
  readonly size: number
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

/** Stores the contents of files under random keys. The database has their owners and names. */
export interface FileStore {
  /**
   * Writes content under a new key, or nothing if the content or the store fails. The content is never in memory as a
   * whole.
   */
  readonly put: (key: string, content: Content) => Promise<Written>
  /**
   * Returns the content of a key, as fast as it is read. If the store fails midway, the stream ends with an error.
   * @throws MissingContent if there is no content
   */
  readonly get: (key: string) => Promise<Readable>
  /**
   * Deletes the content of a key, and the half-written file that a killed process left in a folder. Does nothing if
   * there is neither.
   */
  readonly delete: (key: string) => Promise<void>
  /**
   * Returns whether content can be stored now.
   * @throws StartupError if the settings of the store are wrong
   */
  readonly isReachable: () => Promise<boolean>
}

/** Error for a key without content. */
export class MissingContent extends Error {
  override readonly name = 'MissingContent'
}

/** Error if the store cannot be reached or is full. It is a transport fault with 503. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure'
  readonly statusCode = 503
}

/** Returns a new key: 128 random bits in hexadecimal digits, which reveal no owner and no name. */
export const newKey = (): string => randomBytes(16).toString('hex')

/**
 * Checks a key, since only keys from `newKey` may become paths.
 * @throws Error for any other text
 */
export function checkKey(key: string): void {
  if (!/^[\da-f]{32}$/.test(key)) throw new Error('invalid file key')
}

/**
 * Returns the path of a key's content in a store.
 * @throws Error for an invalid key
 */
export type Naming = (key: string) => string

/** Returns the naming of files that an operator finds by name, after a prefix. */
export const byName =
  (prefix = ''): Naming =>
  (name) => {
    if (!/^[a-z\d][a-z\d_.-]*$/.test(name)) throw new Error('invalid file name')
    return `${prefix}${name}`
  }

/** Passes content on while measuring its size and hash. */
export function measuring(content: Content): { readonly content: Content; readonly written: () => Written } {
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const piece of content) {
      hash.update(piece)
      size += piece.length
      yield piece
    }
  }
  return { content: measured(), written: () => ({ size, sha256: hash.digest('hex') }) }
}
