import { extname } from 'node:path'

/** Where releases are put, by paths from its root. */
export interface Place {
  /** As it was given. */
  readonly name: string
  /** Whether what is read there is sent on as it lies: then files have one form, else compressed ones beside them. */
  readonly oneForm: boolean
  /** What is there; undefined for nothing. */
  read(path: string): Promise<Buffer | undefined>
  /** Puts a file where none is, for good. @returns false if there is one, which stays */
  create(path: string, file: File): Promise<boolean>
  /** Puts a file, in the place of one that is there. */
  put(path: string, file: File): Promise<void>
  /**
   * Changes a file in one step, while nobody else does.
   * @param change may be asked again, with what somebody else has made of it meanwhile
   */
  change(path: string, change: (content: Buffer | undefined) => Buffer): Promise<void>
}

/** A file on its way to a place. */
export interface File {
  readonly content: Buffer
  /** The compression that it is sent with, where the place keeps one form. */
  readonly encoding?: 'br' | 'gzip' | undefined
}

/** What is in the place for good has a version or a hash in its path; only the registry changes. */
export const isImmutable = (path: string): boolean => path.includes('/')

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.sig': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The media type of a file, by its name. */
export const typeOf = (path: string): string => types[extname(path)] ?? 'application/octet-stream'
