import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The bytes of a file, in pieces. */
export type Content = AsyncIterable<Uint8Array>

/** What was written. */
export interface Written {
  /** In bytes. */
  readonly size: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** Keeps the contents of files under random keys. Who they belong to and what they are called stands in the database. */
export interface FileStore {
  /**
   * Writes a whole content under a new key; nothing if the content or the store fails. The content is never in memory
   * as a whole.
   */
  readonly put: (key: string, content: Content) => Promise<Written>
  /**
   * The content under a key, as fast as it is read. A store that fails in the middle ends it with an error.
   * @throws MissingContent if there is none
   */
  readonly get: (key: string) => Promise<Readable>
  /**
   * Removes the content of a key, and what a killed process left half-written in a folder. Does nothing if there is
   * none.
   */
  readonly delete: (key: string) => Promise<void>
  /**
   * Whether contents can be kept now.
   * @throws StartupError if its settings are wrong
   */
  readonly isReachable: () => Promise<boolean>
}

/** There is nothing under a key. */
export class MissingContent extends Error {
  override readonly name = 'MissingContent'
}

/** The store cannot be reached, or has no room: a fault of the way to it, answered with 503. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure'
  readonly statusCode = 503
}

/** 128 random bits in hexadecimal digits, which stand for nobody and no name. */
export const newKey = (): string => randomBytes(16).toString('hex')

/** @throws Error if a key is none that `newKey` made: nothing else ever becomes a path */
export function checkKey(key: string): void {
  if (!/^[\da-f]{32}$/.test(key)) throw new Error('not the key of a file')
}

/** Path of a key's content in a store. @throws Error if it is not such a key */
export type Naming = (key: string) => string

/** The naming of contents that an operator finds by their names, behind a prefix. */
export const byName =
  (prefix = ''): Naming =>
  (name) => {
    if (!/^[a-z\d][a-z\d_.-]*$/.test(name)) throw new Error('not the name of a file')
    return `${prefix}${name}`
  }

/** Passes a content on and measures it. */
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
